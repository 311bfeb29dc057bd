-- What people must still be told. What decides something writes the row; it is deleted when they were told, or when nothing is owed any more.
create table owed (
  kind text not null,
  entity_key text not null,
  params text not null,
  owed_at_ms bigint not null,
  due_at_ms bigint not null,
  attempts bigint not null,
  primary key (kind, entity_key)
);
create index owed_due on owed (due_at_ms);
-- Of a desk of before: what may not have been said. Whether it is owed is looked at when it is told, and nothing is told twice.
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select
  case
    when d.operation = 'publish' and d.state = 'unknown' then 'publication_unknown'
    when d.operation = 'publish' and d.state = 'rejected' then 'channel_refused'
    when d.operation = 'publish' then 'publication_reconciled'
    when d.state = 'unknown' then 'preview_unknown'
    when d.operation = 'preview' and coalesce(d.error_code, '') in ('blocked', 'forbidden') then 'preview_not_reached'
    else 'unsent'
  end,
  d.delivery_id, '{' || '"delivery_id":"' || d.delivery_id || '"' || '}', d.changed_at_ms, 0, 0
from delivery d join material m on m.draft_key = d.draft_key and m.version = d.version
where (d.operation = 'publish' and d.state = 'unknown')
  or (d.operation = 'publish' and d.state = 'rejected' and d.error_code in ('no_rights', 'forbidden')
    and not exists (select 1 from delivery n where n.purpose = 'channel_refused' and n.entity_key = d.delivery_id || ':' || cast(d.attempts as text) and n.state not in ('not_sent', 'revoked')))
  or (d.operation = 'publish' and d.state in ('sent', 'not_sent') and d.error_code = 'reconciled'
    and not exists (select 1 from delivery n where n.purpose = 'publication_reconciled' and n.entity_key = d.delivery_id || ':' || cast(d.attempts as text) and n.state not in ('not_sent', 'revoked')))
  or (d.operation = 'preview' and d.state in ('unknown', 'not_sent', 'rejected')
    and m.state in ('text_preparing', 'ready', 'awaiting_feedback', 'claimed'))
  or (d.operation = 'prompt' and d.state in ('not_sent', 'rejected') and m.state = 'awaiting_feedback');
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select case when s.from_state in ('ready', 'claimed') then 'decided' else 'ended' end, s.draft_key || ':' || cast(s.version as text) || ':' || cast(s.actor_user_id as text) || ':' || s.event_key,
  '{' || '"draft_key":"' || s.draft_key || '"' || ',' || '"version":' || cast(s.version as text) || ',' || '"by":' || cast(s.actor_user_id as text) || ',' || '"event_key":"' || s.event_key || '"' || '}', s.at_ms, 0, 0
from material_event s join event e on e.event_key = s.event_key
where s.actor_user_id is not null
  and ((s.from_state = 'claimed' and s.to_state = 'published') or (s.to_state = 'rejected' and s.from_state <> 'awaiting_feedback'))
  and not exists (select 1 from delivery n where n.purpose = 'decision.' || s.to_state and n.entity_key = s.draft_key || ':' || cast(s.version as text) and n.state not in ('not_sent', 'revoked'));
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'reopened', s.draft_key || ':' || cast(s.version as text) || ':' || cast(s.seq as text), '{' || '"draft_key":"' || s.draft_key || '"' || ',' || '"version":' || cast(s.version as text) || ',' || '"seq":' || cast(s.seq as text) || '}', s.at_ms, 0, 0
from material_event s join material m on m.draft_key = s.draft_key and m.version = s.version and m.seq = s.seq
where s.from_state = 'awaiting_feedback' and s.to_state = 'ready';
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'provider_refused', s.draft_key || ':' || cast(s.version as text) || ':' || s.error_code, '{' || '"draft_key":"' || s.draft_key || '"' || ',' || '"version":' || cast(s.version as text) || ',' || '"fault":"' || s.error_code || '"' || '}', s.state_changed_at_ms, 0, 0
from material s
where s.state in ('text_generating', 'text_preparing') and s.error_code in ('ai_key_refused', 'ai_no_credit', 'ai_spending_limit', 'ai_model_unknown', 'ai_not_verified', 'ai_region', 'ai_request_refused', 'ai_context_too_long', 'image_model_gone')
  and not exists (select 1 from delivery n where n.purpose = 'provider_refused' and n.entity_key = s.draft_key || ':' || cast(s.version as text) || ':' || s.error_code and n.state not in ('not_sent', 'revoked'));
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'offer_lost', a.event_key, '{' || '"event_key":"' || a.event_key || '"' || '}', max(a.at_ms), max(a.at_ms) + 195000, 0
from admission a where a.event_key like 'i:%' and a.paid = 1 and a.settled_at_ms is null group by a.event_key;
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'feeds_broken', f.told_event_key, '{' || '"event_key":"' || f.told_event_key || '"' || '}', max(f.told_at_ms), 0, 0
from feed f where f.told_event_key is not null and not exists (select 1 from delivery n where n.purpose = 'feeds_broken' and n.entity_key = f.told_event_key and n.state not in ('not_sent', 'revoked'))
group by f.told_event_key;

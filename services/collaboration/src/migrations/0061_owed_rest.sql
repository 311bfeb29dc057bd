-- Of a desk of before: failures, given up events and corrections without a post that may not have been told of. Nothing is told twice.
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'failed', f.root_execution_id || ':' || coalesce(f.event_key, ''),
  '{' || '"root_execution_id":"' || f.root_execution_id || '","event_key":' || coalesce('"' || f.event_key || '"', 'null') || '}', f.at_ms, 0, 0
from failure f
where f.alike < 10 and f.at_ms > (select max(at_ms) - 86400000 from failure)
  and not exists (select 1 from delivery n where n.purpose = 'failure' and n.entity_key = 'execution:' || f.root_execution_id || coalesce(':' || f.event_key, '') and n.state not in ('not_sent', 'revoked'));
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'given_up', e.event_key, '{' || '"event_key":"' || e.event_key || '"' || '}', coalesce(e.closed_at_ms, 0), 0, 0
from event e where e.told = 0 and e.state in ('interrupted', 'abandoned');
drop index if exists event_untold;
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'post_gone', d.delivery_id, '{' || '"delivery_id":"' || d.delivery_id || '"' || '}', d.changed_at_ms, 0, 0
from delivery d where d.operation = 'publish' and d.error_code = 'message_gone'
  and not exists (select 1 from delivery n where n.purpose = 'post_gone' and n.entity_key = d.delivery_id || ':' || cast(d.attempts as text) and n.state not in ('not_sent', 'revoked'));

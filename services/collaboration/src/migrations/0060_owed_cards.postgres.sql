-- Of a desk of before: cards that may be missing, and cards of offers that are over, with their buttons. Keys of cards are compared by
-- bytes, so that the index is used. Buttons are removed for 24 hours, so older offers are not looked at.
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select 'cards_missing', c.batch_key || ':' || cast(c.recipient_user_id as text),
  '{' || '"batch_key":"' || c.batch_key || '"' || ',' || '"user_id":' || cast(c.recipient_user_id as text) || '}', min(c.changed_at_ms), 0, 0
from (
  select i.batch_key, d.recipient_user_id, i.changed_at_ms from news_item i join delivery d on d.operation = 'card' and d.state in ('not_sent', 'rejected', 'unknown') and d.entity_key collate "C" = i.batch_key || ':' || cast(i.item as text)
  where i.state = 'offered'
  union all
  select i.batch_key, d.recipient_user_id, i.changed_at_ms from news_item i join delivery d on d.operation = 'card' and d.state in ('not_sent', 'rejected', 'unknown') and d.entity_key collate "C" >= i.batch_key || ':' || cast(i.item as text) || '#' and d.entity_key collate "C" < i.batch_key || ':' || cast(i.item as text) || '$'
  where i.state = 'offered'
) c
where true
group by c.batch_key, c.recipient_user_id
on conflict do nothing;
insert into owed (kind, entity_key, params, owed_at_ms, due_at_ms, attempts)
select distinct 'card_over', c.batch_key || ':' || cast(c.item as text),
  '{' || '"batch_key":"' || c.batch_key || '"' || ',' || '"item":' || cast(c.item as text) || '}', c.changed_at_ms, 0, 0
from (
  select i.batch_key, i.item, i.changed_at_ms, d.delivery_id from news_item i join delivery d on d.operation = 'card' and d.state = 'sent' and d.entity_key collate "C" = i.batch_key || ':' || cast(i.item as text)
  where i.state = 'expired' and i.changed_at_ms > (select max(changed_at_ms) - 86400000 from news_item)
  union all
  select i.batch_key, i.item, i.changed_at_ms, d.delivery_id from news_item i join delivery d on d.operation = 'card' and d.state = 'sent' and d.entity_key collate "C" >= i.batch_key || ':' || cast(i.item as text) || '#' and d.entity_key collate "C" < i.batch_key || ':' || cast(i.item as text) || '$'
  where i.state = 'expired' and i.changed_at_ms > (select max(changed_at_ms) - 86400000 from news_item)
) c
where not exists (select 1 from delivery n where n.purpose = 'unbutton' and n.entity_key = c.delivery_id and n.state not in ('not_sent', 'revoked'))
on conflict do nothing;

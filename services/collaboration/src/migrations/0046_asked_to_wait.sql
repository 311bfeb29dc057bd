-- Until when the messenger, or the AI provider, wants no more requests: as it said when it refused this one.
alter table delivery add column wait_until_ms bigint;
create index delivery_wait on delivery (chat_id, wait_until_ms) where wait_until_ms is not null;
alter table admission add column wait_until_ms bigint;
create index admission_wait on admission (wait_until_ms) where wait_until_ms is not null;
-- Who asked for the wait of an event that waits for no limit; wait_why is null then.
alter table event add column wait_for text check (wait_for in ('messenger', 'provider'));

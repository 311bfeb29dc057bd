-- A request that waits until a time: for what, until when, how often it has waited, and what its person was shown of the newest wait.
alter table event add column wait_until_ms bigint;
alter table event add column wait_why text check (wait_why in ('person', 'desk', 'money'));
alter table event add column wait_count integer not null default 0;
-- 0: nothing is to be shown; 1: the wait is; 2: the wait is shown, and its end is to be.
alter table event add column wait_shown integer not null default 0 check (wait_shown in (0, 1, 2));
-- Who let this one request pay beyond the limits.
alter table event add column lifted_by bigint;
create index event_wait_shown on event (wait_shown, update_id) where wait_shown > 0;

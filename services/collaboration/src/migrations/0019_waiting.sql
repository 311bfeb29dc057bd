-- A request that came while as much was worked on as the desk does at once: it is posted to the webhook when something else is done.
alter table event add column waiting integer not null default 0 check (waiting in (0, 1));
create index event_waiting on event (waiting, update_id) where waiting = 1;

-- How many failures like it, of no event, were told in the six hours before. Ten are; it is not told itself then.
alter table failure add column alike integer not null default 0 check (alike between 0 and 10);
create index failure_of_no_event on failure (workflow_id, node_name, error_class, at_ms) where event_key is null;

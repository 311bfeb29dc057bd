-- Which execution was let to pay, and which draft an event is about that makes no version of its own (a resume):
-- of all that would work on one draft, one at a time may pay.
alter table admission add column execution_id text;
create index event_of_draft on event (draft_key) where draft_key is not null;

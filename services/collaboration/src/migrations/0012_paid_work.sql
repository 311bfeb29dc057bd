-- Of which version a paid request was, and by which execution: nobody pays for a step that somebody else is at.
alter table admission add column execution_id text;
alter table admission add column draft_key text;
alter table admission add column version bigint;
create index admission_of_version on admission (draft_key, version, purpose) where paid = 1;
-- Whoever works on a version now.
create index event_at_work on event (draft_key, version) where state = 'stored';

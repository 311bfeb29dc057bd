-- Somebody who is no participant, and everybody whom an update does not name as 0. Their first update is an event; later ones are counted here.
create table stranger (
  user_id bigint not null primary key,
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  updates bigint not null check (updates > 0),
  -- The update ids that came last, as JSON: what is delivered a second time is known by them.
  recent_update_ids text not null,
  start_kept integer not null check (start_kept in (0, 1))
);
create index stranger_last on stranger (last_at_ms);

-- Posts of a week that the desk proposed. A row is written with the brief of the message that asked for it, and decided by a press.
create table proposal (
  -- The draft that it would be.
  draft_key text not null primary key,
  -- The message that asked for the week.
  event_key text not null,
  place integer not null,
  subject text not null,
  at_ms bigint not null,
  state text not null check (state in ('open', 'accepted', 'left')),
  decided_by bigint,
  made_at_ms bigint not null,
  changed_at_ms bigint not null
);
create index proposal_time on proposal (at_ms);
create index proposal_event on proposal (event_key);

-- Posts that go out at a time. A row belongs to the event that chose the time; the version is claimed under `event_key`, the press
-- that publishes it then.
create table plan (
  plan_key text not null primary key,
  draft_key text not null,
  version integer not null,
  event_key text not null unique,
  content_sha256 text not null,
  at_ms bigint not null,
  -- 1: a press of Publish now, which waits for nothing.
  by_hand integer not null check (by_hand in (0, 1)),
  -- Who approved it, and under which copy.
  user_id bigint not null,
  chat_id bigint not null,
  message_id bigint not null,
  -- open: its time is ahead; due: handed on to n8n; missed: people are asked; fired: its press is being carried out, or was.
  state text not null check (state in ('open', 'due', 'missed', 'fired', 'moved', 'taken_off')),
  reason text,
  changed_by bigint,
  seq integer not null,
  -- 1: people were told of this state.
  shown integer not null check (shown in (0, 1)),
  tries integer not null,
  -- When upkeep looks at it again; null: never.
  look_at_ms bigint,
  made_at_ms bigint not null,
  changed_at_ms bigint not null,
  foreign key (draft_key, version) references material (draft_key, version)
);
create unique index plan_open on plan (draft_key, version) where state in ('open', 'due', 'missed');
create index plan_look on plan (look_at_ms) where look_at_ms is not null;
create index plan_ahead on plan (at_ms) where state in ('open', 'due', 'missed');

-- The last time that a plan was handed on, and for when it was planned. Only one plan at a time passes.
create table plan_gate (
  id integer not null primary key check (id = 1),
  fired_at_ms bigint not null,
  at_ms bigint not null
);
insert into plan_gate (id, fired_at_ms, at_ms) values (1, 0, 0);

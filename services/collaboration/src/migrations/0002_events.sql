-- Running copies of the service; a delivery in flight belongs to one of them.
create table instance (
  instance_id text not null primary key,
  host text not null,
  pid bigint not null,
  started_at_ms bigint not null,
  seen_at_ms bigint not null
);

-- The inbox: an update is stored once, before the webhook is answered.
create table event (
  event_key text not null primary key,
  update_id bigint not null unique,
  received_at_ms bigint not null,
  user_id bigint,
  chat_id bigint,
  intent_kind text not null,
  intent text not null,
  update_json text,
  callback_query_id text,
  message_id bigint,
  reason text,
  execution_id text not null,
  state text not null check (state in ('stored', 'handled', 'refused', 'failed', 'interrupted', 'abandoned')),
  lease_until_ms bigint not null,
  replays integer not null default 0 check (replays between 0 and 3),
  replay_open integer not null default 0 check (replay_open in (0, 1)),
  draft_key text,
  version bigint,
  closed_at_ms bigint,
  outcome text,
  told integer not null default 0 check (told in (0, 1)),
  check ((state = 'stored') = (closed_at_ms is null)),
  check (state = 'refused' or update_json is not null)
);
create index event_due on event (lease_until_ms) where state = 'stored';
create index event_untold on event (closed_at_ms) where told = 0 and state in ('interrupted', 'abandoned');
create index event_strangers on event (received_at_ms) where told = 0 and state = 'refused' and intent_kind = 'start';

-- Every execution of a graph that runs for a person, with the one it all began with.
create table execution (
  execution_id text not null primary key,
  root_execution_id text not null,
  parent_execution_id text,
  workflow_id text,
  workflow_name text,
  event_key text not null,
  actor_user_id bigint not null,
  actor_chat_id bigint not null,
  bound_at_ms bigint not null
);

-- A failure is counted once per root execution: a child's arrives again as its parent's.
create table failure (
  root_execution_id text not null primary key,
  execution_id text not null,
  event_key text,
  workflow_id text not null,
  node_name text not null,
  error_class text not null,
  addressee text not null check (addressee in ('actor', 'owner')),
  reference text not null,
  at_ms bigint not null
);
create index failure_by_event on failure (event_key);

-- Answers of /authorize that let something happen. A paid one stays open until its result is stored.
create table admission (
  admission_id text not null primary key,
  event_key text not null,
  actor_user_id bigint not null,
  purpose text not null,
  target text not null,
  paid integer not null check (paid in (0, 1)),
  at_ms bigint not null,
  settled_at_ms bigint
);
create index admission_by_event on admission (event_key);

-- What the messenger says about whether a chat can be reached.
create table reachability (
  chat_id bigint not null primary key,
  status text not null,
  at_ms bigint not null
);

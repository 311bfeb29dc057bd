-- What was offered when, to whom and for how long: the answer of one paid classification.
create table news_batch (
  batch_key text not null primary key,
  event_key text not null unique,
  entry text,
  topic text,
  window_days integer not null check (window_days in (7, 30)),
  created_by_user_id bigint not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null
);

create table news_item_edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into news_item_edge (from_state, to_state) values
  ('none', 'offered'),
  ('offered', 'taken'),
  ('offered', 'dismissed'),
  ('offered', 'expired');

create table news_item_event (
  batch_key text not null,
  item integer not null,
  seq integer not null,
  prev_seq integer,
  from_state text not null,
  to_state text not null,
  at_ms bigint not null,
  actor_user_id bigint,
  event_key text,
  detail text not null,
  primary key (batch_key, item, seq),
  unique (batch_key, item, seq, to_state),
  check ((seq = 1 and prev_seq is null and from_state = 'none') or (seq > 1 and prev_seq is not null and prev_seq = seq - 1)),
  foreign key (from_state, to_state) references news_item_edge (from_state, to_state),
  foreign key (batch_key, item, prev_seq, from_state) references news_item_event (batch_key, item, seq, to_state)
);

-- One card of a batch, and a copy of its newest journal row for fast questions.
create table news_item (
  batch_key text not null references news_batch (batch_key),
  item integer not null check (item between 1 and 6),
  state text not null,
  seq integer not null,
  canonical_url text not null,
  link text not null,
  url text not null,
  host text not null,
  title text not null,
  angle text not null,
  source_title text,
  published_at_ms bigint not null,
  primary_message_id bigint,
  decided_by_user_id bigint,
  decision_event_key text,
  draft_key text,
  changed_at_ms bigint not null,
  primary key (batch_key, item),
  foreign key (batch_key, item, seq, state) references news_item_event (batch_key, item, seq, to_state) deferrable initially deferred,
  check ((state = 'taken') = (draft_key is not null)),
  check ((state in ('taken', 'dismissed')) = (decided_by_user_id is not null and decision_event_key is not null and primary_message_id is not null))
);
-- One address is on one open card.
create unique index news_item_one_offer on news_item (canonical_url) where state = 'offered';
create index news_item_by_address on news_item (canonical_url) where draft_key is not null;
create index news_item_by_state on news_item (state, changed_at_ms);

alter table material add column item integer;
alter table material add column canonical_url text;
-- One source has one open or published draft, whoever was faster.
create unique index material_one_source on material (canonical_url) where kind = 'news' and state not in ('superseded', 'rejected');

create index delivery_of_card on delivery (entity_key) where operation = 'card';

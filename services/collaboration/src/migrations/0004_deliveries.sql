create table delivery_edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into delivery_edge (from_state, to_state) values
  ('none', 'sending'),
  ('sending', 'sent'),
  ('sending', 'rejected'),
  ('sending', 'not_sent'),
  ('sending', 'revoked'),
  ('sending', 'unknown'),
  ('not_sent', 'sending'),
  ('revoked', 'sending'),
  ('unknown', 'sent'),
  ('unknown', 'not_sent');

create table delivery_event (
  delivery_id text not null,
  seq integer not null,
  prev_seq integer,
  from_state text not null,
  to_state text not null,
  at_ms bigint not null,
  detail text not null,
  primary key (delivery_id, seq),
  unique (delivery_id, seq, to_state),
  check ((seq = 1 and prev_seq is null and from_state = 'none') or (seq > 1 and prev_seq is not null and prev_seq = seq - 1)),
  foreign key (from_state, to_state) references delivery_edge (from_state, to_state),
  foreign key (delivery_id, prev_seq, from_state) references delivery_event (delivery_id, seq, to_state)
);

create table delivery (
  delivery_id text not null primary key,
  purpose text not null,
  entity_key text not null,
  recipient_user_id bigint not null,
  operation text not null,
  actor_user_id bigint,
  actor_chat_id bigint,
  event_key text,
  execution_id text,
  chat_id bigint not null,
  draft_key text,
  version bigint,
  content_sha256 text,
  state text not null,
  seq integer not null,
  attempts integer not null check (attempts >= 1),
  instance_id text not null,
  message_id bigint,
  message_date bigint,
  file_id text,
  file_unique_id text,
  error_code text,
  error_detail text,
  created_at_ms bigint not null,
  changed_at_ms bigint not null,
  unique (purpose, entity_key, recipient_user_id),
  foreign key (delivery_id, seq, state) references delivery_event (delivery_id, seq, to_state) deferrable initially deferred,
  foreign key (draft_key, version) references material (draft_key, version),
  check (operation <> 'publish' or (draft_key is not null and content_sha256 is not null and recipient_user_id = 0)),
  check (operation <> 'preview' or (draft_key is not null and content_sha256 is not null and recipient_user_id > 0))
);
-- Whatever key is used: of one version at most one publication may exist or may have happened.
create unique index delivery_one_publication on delivery (draft_key, version) where operation = 'publish' and state in ('sending', 'sent', 'unknown');
create index delivery_in_flight on delivery (instance_id) where state = 'sending';
create index delivery_unsettled on delivery (changed_at_ms) where state = 'unknown';
create index delivery_of_material on delivery (draft_key, version, operation);

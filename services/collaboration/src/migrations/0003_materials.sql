create table material_edge (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);
insert into material_edge (from_state, to_state) values
  ('none', 'text_generating'),
  ('none', 'text_preparing'),
  ('text_generating', 'text_preparing'),
  ('text_generating', 'rejected'),
  ('text_preparing', 'ready'),
  ('text_preparing', 'rejected'),
  ('ready', 'claimed'),
  ('ready', 'awaiting_feedback'),
  ('ready', 'superseded'),
  ('ready', 'rejected'),
  ('awaiting_feedback', 'ready'),
  ('awaiting_feedback', 'superseded'),
  ('awaiting_feedback', 'rejected'),
  ('claimed', 'published'),
  ('claimed', 'ready');

-- The journal of states: rows are only added, and each begins where the one before it ended.
create table material_event (
  draft_key text not null,
  version bigint not null,
  seq integer not null,
  prev_seq integer,
  from_state text not null,
  to_state text not null,
  at_ms bigint not null,
  actor_user_id bigint,
  event_key text not null,
  detail text not null,
  primary key (draft_key, version, seq),
  unique (draft_key, version, seq, to_state),
  check ((seq = 1 and prev_seq is null and from_state = 'none') or (seq > 1 and prev_seq is not null and prev_seq = seq - 1)),
  foreign key (from_state, to_state) references material_edge (from_state, to_state),
  foreign key (draft_key, version, prev_seq, from_state) references material_event (draft_key, version, seq, to_state)
);

-- One version of a draft, and a copy of its newest journal row for fast questions.
create table material (
  draft_key text not null,
  version bigint not null check (version between 1 and 1000000),
  batch_key text,
  kind text not null check (kind in ('news', 'post')),
  state text not null,
  seq integer not null,
  owner_chat_id bigint not null,
  created_by_user_id bigint not null,
  operation_actor_user_id bigint not null,
  operation_actor_chat_id bigint not null,
  feedback_actor_user_id bigint,
  feedback_actor_chat_id bigint,
  feedback_prompt_message_id bigint,
  approval_message_id bigint,
  cover_origin_version bigint,
  source_image_id text,
  messenger_file_id text,
  title text,
  subtitle text,
  body text,
  category text,
  link text,
  caption text,
  facts text,
  source_blocks text,
  image_prompt text,
  cover_asset_id text,
  content_sha256 text,
  request text,
  error_code text,
  error_stage text,
  event_key text not null unique,
  claimed_by_user_id bigint,
  claim_event_key text,
  published_message_id bigint,
  created_at_ms bigint not null,
  state_changed_at_ms bigint not null,
  primary key (draft_key, version),
  foreign key (draft_key, version, seq, state) references material_event (draft_key, version, seq, to_state) deferrable initially deferred,
  check ((caption is null or cover_asset_id is null) = (content_sha256 is null)),
  -- Not the file id: a copy may be confirmed by a person, who saw the message and no id of the file.
  check (state not in ('ready', 'claimed', 'awaiting_feedback', 'published') or (content_sha256 is not null and approval_message_id is not null)),
  check ((state in ('claimed', 'published')) = (claimed_by_user_id is not null)),
  check ((claimed_by_user_id is null) = (claim_event_key is null)),
  check ((state = 'published') = (published_message_id is not null)),
  check (state <> 'awaiting_feedback' or feedback_actor_user_id is not null)
);
-- One draft has at most one version that is still open.
create unique index material_open on material (draft_key) where state not in ('superseded', 'rejected', 'published');
create index material_by_state on material (state, state_changed_at_ms);

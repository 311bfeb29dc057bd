-- A post in the channel is corrected by a version of its draft, and taken down. Its source is free again once it is.
alter table material add column corrects bigint;
alter table material add column withdrawn_at_ms bigint;
alter table material add column withdrawn_by_user_id bigint;
drop index material_one_source;
create unique index material_one_source on material (canonical_url) where kind = 'news' and state not in ('superseded', 'rejected') and corrects is null and withdrawn_at_ms is null;
create index material_of_source on material (canonical_url) where kind = 'news' and state not in ('superseded', 'rejected') and withdrawn_at_ms is null;

-- Posts that are taken down. A row belongs to the press or the answer that asked for it, and the service carries it out.
create table withdrawal (
  withdrawal_key text not null primary key,
  draft_key text not null,
  version integer not null,
  -- In the channel.
  message_id bigint not null,
  -- What is put in its place; null: the post is deleted.
  line text,
  user_id bigint not null,
  chat_id bigint not null,
  state text not null check (state in ('asked', 'done', 'failed')),
  reason text,
  tries integer not null,
  -- When upkeep looks at it again; null: never.
  look_at_ms bigint,
  made_at_ms bigint not null,
  changed_at_ms bigint not null,
  foreign key (draft_key, version) references material (draft_key, version)
);
create unique index withdrawal_once on withdrawal (draft_key, message_id) where state in ('asked', 'done');
create index withdrawal_look on withdrawal (look_at_ms) where look_at_ms is not null;
-- Corrections whose post is gone: people are asked what to do with them.
create index delivery_gone on delivery (changed_at_ms) where operation = 'publish' and error_code = 'message_gone';

-- How often people reacted to a post of ours in the channel, as the messenger said last.
create table reaction (
  message_id bigint not null primary key,
  -- Each reaction and its count (JSON), the most frequent first.
  counts text not null,
  total bigint not null,
  -- When the messenger counted, in seconds since 1970.
  at_s bigint not null
);
create index material_post on material (published_message_id) where published_message_id is not null;

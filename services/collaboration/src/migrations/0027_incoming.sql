-- Updates as the messenger gave them, stored before they are confirmed to it. /event takes the row away when it admits the update.
create table incoming (
  update_id bigint not null primary key,
  -- The person in whose order it is handed on; 0 for an update that names nobody.
  user_id bigint not null,
  -- 0: neither from a participant nor about the channel. Of these only so many are kept at a time.
  is_known integer not null check (is_known in (0, 1)),
  callback_query_id text,
  update_json text not null,
  received_at_ms bigint not null,
  -- 1: the person was told that it is kept until n8n is back.
  told integer not null default 0 check (told in (0, 1))
);
create index incoming_of_person on incoming (user_id, update_id);

-- The one instance that asks the messenger for updates and hands them on, and until when it may.
create table taker (
  id integer not null primary key check (id = 1),
  instance_id text not null,
  until_ms bigint not null
);

-- The two people. Only the operator writes here; the service reads.
create table participants (
  user_id bigint not null primary key check (user_id > 0),
  chat_id bigint not null unique check (chat_id > 0),
  role text not null unique check (role in ('owner', 'editor')),
  active integer not null check (active in (0, 1)),
  display_name text not null,
  updated_at bigint not null,
  updated_by text not null,
  check (role <> 'owner' or active = 1)
);

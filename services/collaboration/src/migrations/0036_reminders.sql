-- The one message in which each person is reminded of what waits for them.
create table reminder (
  user_id bigint not null primary key,
  -- Under which key it is sent or edited next, or was.
  number integer not null,
  -- What it says; empty: nothing waits.
  said text not null,
  -- 1: it was sent, as far as the messenger takes it.
  told integer not null check (told in (0, 1)),
  -- Null: there is no message that could be edited.
  message_id bigint
);

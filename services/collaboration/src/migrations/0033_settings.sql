-- What the owner set in chat, in the form in which a person may type it. A setting that is not here is decided elsewhere.
create table setting (
  name text not null primary key,
  value text not null,
  set_by bigint not null,
  set_at_ms bigint not null
);

-- Ways into the board. Only hashes of keys are stored; rows that are over are deleted when somebody signs in.
create table board_link (
  link_sha256 text not null primary key,
  user_id bigint not null,
  made_at_ms bigint not null,
  ends_at_ms bigint not null,
  used_at_ms bigint
);
create index board_link_end on board_link (ends_at_ms);
create table board_session (
  session_sha256 text not null primary key,
  user_id bigint not null,
  began_at_ms bigint not null,
  ends_at_ms bigint not null
);
create index board_session_end on board_session (ends_at_ms);

-- By what the board finds drafts: stems of their words, and who, when, where from and how far. Made from the drafts, and can be made again.
create table board_term (
  term text not null,
  number bigint not null,
  primary key (term, number)
);
create table board_draft (
  number bigint not null primary key,
  -- The terms of its rows above (JSON).
  terms text not null
);
-- The sites that drafts rest on.
create table board_source (
  host text not null primary key
);
-- How far drafts were read for the first time, and until when their changes were.
create table board_mark (
  id integer not null primary key check (id = 1),
  number bigint not null,
  at_ms bigint not null
);
insert into board_mark (id, number, at_ms) values (1, 0, 0);

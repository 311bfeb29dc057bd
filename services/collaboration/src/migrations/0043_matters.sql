-- What each draft is about, so that a request can be held against it before anything is paid for.
create table matter (
  draft_key text not null primary key,
  number bigint not null,
  -- As it is compared (JSON).
  matter text not null,
  -- What it is found by (JSON): the terms of its rows below.
  found_by text not null,
  at_ms bigint not null
);
create index matter_at on matter (at_ms);
-- Where a term is: the newest drafts have the largest numbers.
create table matter_term (
  term text not null,
  number bigint not null,
  primary key (term, number)
);
create index matter_number on matter (number);

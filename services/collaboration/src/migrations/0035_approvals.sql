-- What people agreed to where one press is not enough: the last word of each about a version in the state of its journal (`seq`).
-- Once something happened to the version, what was said before counts no more.
create table approval (
  draft_key text not null,
  version integer not null,
  seq integer not null,
  user_id bigint not null,
  content_sha256 text not null,
  -- When it is to go out; null: at once.
  goes_out_ms bigint,
  event_key text not null,
  made_at_ms bigint not null,
  -- 1: it may still be waited for, or shown below copies.
  open integer not null check (open in (0, 1)),
  -- 1: copies show it, and the other person was told.
  shown integer not null check (shown in (0, 1)),
  -- 1: the plan of the version rests on it; a wish for another time does not replace it.
  planned integer not null check (planned in (0, 1)),
  primary key (draft_key, version, seq, user_id, planned),
  foreign key (draft_key, version) references material (draft_key, version)
);
create index approval_open on approval (made_at_ms) where open = 1;

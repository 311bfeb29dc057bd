-- The feeds of the desk's settings, as far as a search has named them, and what each gave when it was last asked.
create table feed (
  feed_url text not null primary key,
  -- Its place in the settings, and when they last named it: one that they name no more keeps an older moment than the others.
  place integer not null,
  named_at_ms bigint not null,
  title text,
  items integer,
  code text,
  asked_at_ms bigint,
  read_at_ms bigint,
  told_at_ms bigint,
  told_event_key text,
  check ((told_at_ms is null) = (told_event_key is null)),
  check ((read_at_ms is null) = (items is null)),
  check (code is null or asked_at_ms is not null)
);
create index feed_told on feed (told_at_ms) where told_at_ms is not null;

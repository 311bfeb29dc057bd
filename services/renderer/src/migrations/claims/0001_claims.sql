-- Who is rendering a version right now. A holder renews its lease; what a killed one held is taken over.
create table cover_claim (
  draft_id text not null,
  version integer not null,
  holder text not null,
  lease_until_ms bigint not null,
  primary key (draft_id, version)
);

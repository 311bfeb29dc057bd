-- Paid illustrations whose import is not confirmed yet: the bytes are files of the data directory.
create table kept_picture (
  admission_id text primary key references admission (admission_id),
  draft_key text not null,
  version bigint not null,
  sha256 text not null check (length(sha256) = 64),
  bytes bigint not null check (bytes > 0),
  kept_at_ms bigint not null
);
-- Under which admission the illustration of a version is kept, until it is stored.
alter table material add column kept_admission_id text;
create index material_kept on material (kept_admission_id) where kept_admission_id is not null;

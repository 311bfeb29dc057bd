-- Files that are kept whole under their SHA-256.
create table asset (
  asset_id text primary key check (length(asset_id) = 64),
  bytes bigint not null check (bytes > 0),
  stored_at_ms bigint not null
);

-- Source illustrations.
create table image (
  asset_id text primary key references asset (asset_id),
  width integer not null check (width between 64 and 2048),
  height integer not null check (height between 64 and 2048),
  imported_at_ms bigint not null
);

-- One cover for one version, for ever.
create table cover (
  draft_id text not null,
  version integer not null check (version between 1 and 1000000),
  request_sha256 text not null check (length(request_sha256) = 64),
  template_version text not null,
  template_fingerprint text not null check (length(template_fingerprint) = 64),
  image_id text not null,
  asset_id text not null references asset (asset_id),
  title_lines integer not null,
  subtitle_lines integer not null,
  title_font_px integer not null,
  rendered_at_ms bigint not null,
  primary key (draft_id, version)
);
create index cover_by_asset on cover (asset_id);

-- Written by the health check, to know that the journal can be written.
create table probe (
  id integer primary key check (id = 1),
  probed_at_ms bigint not null
);

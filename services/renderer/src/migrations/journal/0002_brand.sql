-- Brands that covers wear, kept whole as assets.
create table brand (
  asset_id text primary key references asset (asset_id),
  name text not null,
  stored_at_ms bigint not null
);

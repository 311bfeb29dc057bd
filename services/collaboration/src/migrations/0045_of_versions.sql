-- The plans of a version, and how its post was taken down. SQLite also looks here when a row of material changes, for the foreign keys.
create index plan_of on plan (draft_key, version);
create index withdrawal_of on withdrawal (draft_key, version);

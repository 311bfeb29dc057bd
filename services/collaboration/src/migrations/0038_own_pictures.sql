-- The picture that a person sent for a version; it is the illustration as long as it equals source_image_id.
alter table material add column own_image_id text;
-- Who said that they may use the pictures that they send; each person is asked once. The audit has the same.
create table picture_right (
  user_id bigint not null primary key,
  event_key text not null,
  said_at_ms bigint not null
);

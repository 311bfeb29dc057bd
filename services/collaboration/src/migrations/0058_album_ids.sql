-- The messages of an album, in order (JSON, a list); of an unconfirmed one those that were found. Null: one message, or none is known.
alter table delivery add column message_ids text;

-- Whether a person pressed Start after the messenger had refused their test set.
create index event_of_start on event (user_id, received_at_ms) where intent_kind = 'start' and state = 'handled';

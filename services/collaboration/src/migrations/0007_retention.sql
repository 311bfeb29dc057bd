-- Closed events that still hold what people wrote; their turn comes by age.
create index event_wordy on event (closed_at_ms) where closed_at_ms is not null and update_json <> '{}';

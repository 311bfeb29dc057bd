-- How many texts somebody got in the last minute, and how many of their events were taken up in it.
create index delivery_texts on delivery (recipient_user_id, created_at_ms) where operation in ('status', 'reply', 'prompt');
create index execution_lately on execution (bound_at_ms);
-- Failures of no event that were told lately, whatever their names are.
create index failure_told on failure (at_ms) where event_key is null and alike < 10;

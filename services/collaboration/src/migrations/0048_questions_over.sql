-- Questions whose message may have to be deleted are quick to find.
create index delivery_prompt on delivery (operation, state, changed_at_ms) where operation = 'prompt' and state = 'sent';

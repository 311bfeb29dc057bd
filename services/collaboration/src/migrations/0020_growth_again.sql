-- What was forwarded and is still to be taken away, and decisions that are still to be told, stay quick to find too.
create index delivery_look on delivery (operation, state, changed_at_ms) where operation = 'look' and state = 'sent';
create index material_event_decided on material_event (to_state, from_state, at_ms);

-- What upkeep and /status ask for stays small on a desk of years, and so do these.
create index event_not_handled on event (state) where state in ('stored', 'failed', 'interrupted', 'abandoned');
create index failure_by_time on failure (at_ms);
create index delivery_untold on delivery (changed_at_ms) where operation = 'notice' and state in ('not_sent', 'rejected');
create index delivery_reconciled on delivery (operation, state) where error_code = 'reconciled';
-- A press or an answer names a message.
create index delivery_by_message on delivery (message_id, chat_id) where message_id is not null;
-- Whether the offer of a day was told of.
create index delivery_of_event on delivery (event_key) where operation = 'status';

-- What a person pressed under a question before is quick to find.
create index event_press on event (user_id, message_id) where callback_query_id is not null;

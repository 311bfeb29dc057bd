-- What was paid for lately, by one person and by all.
create index admission_paid on admission (at_ms, actor_user_id) where paid = 1;

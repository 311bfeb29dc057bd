-- /status tells of what did not come to an end lately.
drop index event_not_handled;
create index event_lately on event (state, closed_at_ms) where state in ('failed', 'interrupted', 'abandoned');

create trigger news_item_event_no_change before update or delete or truncate on news_item_event for each statement execute function copydesk_append_only();
create trigger news_item_no_delete before delete or truncate on news_item for each statement execute function copydesk_append_only();
create trigger news_batch_no_change before update or delete or truncate on news_batch for each statement execute function copydesk_append_only();

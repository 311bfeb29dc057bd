create trigger news_item_event_no_update before update on news_item_event begin select raise(abort, 'news_item_event: rows are only added'); end;
create trigger news_item_event_no_delete before delete on news_item_event begin select raise(abort, 'news_item_event: rows are only added'); end;
create trigger news_item_no_delete before delete on news_item begin select raise(abort, 'news_item: is never deleted'); end;
create trigger news_batch_no_update before update on news_batch begin select raise(abort, 'news_batch: rows are only added'); end;
create trigger news_batch_no_delete before delete on news_batch begin select raise(abort, 'news_batch: rows are only added'); end;

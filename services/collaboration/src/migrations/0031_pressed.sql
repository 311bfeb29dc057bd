-- 1: n8n says that somebody pressed a button, and the messenger has not confirmed it yet. Nothing is decided by such an event.
alter table event add column query_pending integer not null default 0 check (query_pending in (0, 1));

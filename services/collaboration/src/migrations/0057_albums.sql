-- Photos and videos that a person sent together. Their updates say no count, so they are gathered until none came for a while.
create table album (
	chat_id bigint not null,
	group_id text not null,
	-- The event of the item that came first; the album becomes this event.
	event_key text not null references event (event_key),
	last_at_ms bigint not null,
	-- The longest pause between two of its items.
	longest_gap_ms bigint not null default 0 check (longest_gap_ms >= 0),
	-- Null: more may come.
	closed_at_ms bigint,
	primary key (chat_id, group_id)
);
-- The first item's event of the album that an event is an item of.
alter table event add column album text;
create index event_album on event (album) where album is not null;
-- The newest ones say how long the desk waits for the next item.
create index album_newest on album (last_at_ms);

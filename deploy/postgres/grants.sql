-- Run after every migration, as copydesk_owner in the database copydesk: psql -v ON_ERROR_STOP=1 -f grants.sql
-- Says for every table what the service may do; what is not named here it may not. Running it again changes nothing.
\set ON_ERROR_STOP on
begin;

revoke all on all tables in schema public from copydesk_service, copydesk_operator;

-- Read: who may take part, which moves are legal, which migrations ran.
grant select on participants, material_edge, delivery_edge, news_item_edge, migration, contract_switch to copydesk_service;

-- Add, never change: the audit, the three journals of states, and what was offered.
grant select, insert on audit, material_event, delivery_event, news_item_event, news_batch, picture_right to copydesk_service;

-- Add and change, never delete.
grant select, insert, update on
	audit_head, event, album, execution, failure, admission, reachability, spoken_language, material, delivery, resume_proof, news_item, feed, plan, plan_gate, approval, reminder, draft_count,
	withdrawal
	to copydesk_service;

-- Running copies of the service come and go, and so do strangers, updates on their way to n8n, and what the owner sets in chat.
grant select, insert, update, delete on instance, stranger, incoming, taker, setting, owed to copydesk_service;

-- What drafts are about is written as they change, and forgotten after half a year.
grant select, insert, update, delete on matter, matter_term to copydesk_service;

-- Links and sessions of the board are deleted when they are over, and terms when a draft has others.
grant select, insert, update, delete on proposal to copydesk_service;
grant select, insert, update on reaction, offer_hour, offer_day to copydesk_service;
grant select, insert, update on board_draft, board_source, board_mark to copydesk_service;
grant select, insert, update, delete on board_link, board_session, board_term to copydesk_service;

-- Pictures are kept until they are stored.
grant select, insert, delete on kept_picture to copydesk_service;

-- The operator does what the service does, and names the people.
grant insert, update, delete on participants to copydesk_operator;
grant insert, update on contract_switch to copydesk_operator;

commit;

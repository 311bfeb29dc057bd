-- The words of a recording, stored before anything follows from them; null: nobody wrote them down.
alter table event add column heard text;
-- How long the sound was that a paid request was about.
alter table admission add column seconds bigint not null default 0 check (seconds >= 0);

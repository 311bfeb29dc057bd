-- What an AI understood of the message (JSON), stored before anything follows from it; null: nobody asked.
alter table event add column brief text;
-- What a version keeps of it (JSON).
alter table material add column brief text;

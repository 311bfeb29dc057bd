-- When the settings node of the graphs wants the daily offer, as the newest execution said it; no hour: it wants none.
create table offer_hour (
  id integer not null primary key check (id = 1),
  hour integer check (hour between 0 and 23)
);
-- The days with an offer, and who makes it: the desk itself, or a graph of before by its own clock. Nobody: no execution has begun it yet.
create table offer_day (
  day text not null primary key,
  made_by text check (made_by in ('desk', 'clock'))
);

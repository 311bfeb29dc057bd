-- The short number by which people call a draft; each of its versions has it. Older drafts get theirs in the order in which they were begun.
alter table material add column number bigint not null default 0;
update material set number = counted.number from (
  select draft_key, row_number() over (order by min(created_at_ms), draft_key) as number from material group by draft_key
) as counted where counted.draft_key = material.draft_key;
create unique index material_number on material (number, version);

-- The newest number. Whoever begins a draft takes the next one, and others who begin one wait until that is stored.
create table draft_count (
  id integer not null primary key check (id = 1),
  number bigint not null
);
insert into draft_count (id, number) select 1, coalesce(max(number), 0) from material;

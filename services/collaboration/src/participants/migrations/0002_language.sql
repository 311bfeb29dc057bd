-- The language of a person, as the operator says it; the latest word of operator or person counts.
alter table participants add column language text;
alter table participants add column language_set_at bigint;

-- Titles that the AI gave to choose from beside the present one (JSON); null is none.
alter table material add column other_titles text;

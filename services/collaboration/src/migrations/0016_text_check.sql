-- Whether the meaning of a text is still to be checked, and where that check may repair: null is a text of before, checked until it has a cover.
alter table material add column text_check text check (text_check in ('needed', 'none', 'passed'));
alter table material add column edit_scope text;

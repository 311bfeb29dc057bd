-- How the cover of a version looks, as cover requests name it; null: the template of the specification.
alter table material add column cover_template text;

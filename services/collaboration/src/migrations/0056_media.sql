-- What is sent beside the cover of a version, by the messenger's file ids (JSON, a list); null: the cover alone.
alter table material add column media text;

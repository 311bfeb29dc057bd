-- How a version is sent beside its caption and cover (JSON); null is as usual.
alter table material add column shown_as text;

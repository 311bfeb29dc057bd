-- What a paid request took, as its answer says; nothing is known of it until its answer was read.
alter table admission add column noted_at_ms bigint;
alter table admission add column model text;
alter table admission add column input_tokens bigint not null default 0 check (input_tokens >= 0);
alter table admission add column output_tokens bigint not null default 0 check (output_tokens >= 0);
alter table admission add column pictures bigint not null default 0 check (pictures >= 0);
-- Why there was no answer of use, where the provider said it.
alter table admission add column fault text;
create index admission_noted on admission (model, at_ms) where noted_at_ms is not null and purpose = 'illustration';

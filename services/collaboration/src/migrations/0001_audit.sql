-- Who did what. Rows are only added; each carries the hash of the one before it.
create table audit (
  seq bigint not null primary key,
  prev_seq bigint,
  prev_hash text not null,
  hash text not null,
  at_ms bigint not null,
  actor_user_id bigint,
  action text not null,
  entity text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  code text,
  execution_id text,
  detail text not null,
  unique (seq, hash),
  check ((seq = 1 and prev_seq is null) or (seq > 1 and prev_seq is not null and prev_seq = seq - 1)),
  foreign key (prev_seq, prev_hash) references audit (seq, hash)
);
create index audit_by_entity on audit (entity, seq);

-- The end of the chain, so that a chain that was cut short is noticed.
create table audit_head (
  id integer not null primary key check (id = 1),
  seq bigint not null,
  hash text not null
);
insert into audit_head (id, seq, hash) values (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

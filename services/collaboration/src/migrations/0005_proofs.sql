-- A one-time permission of the operator to go on after a failure that was ours alone.
create table resume_proof (
  proof_id text not null primary key,
  draft_key text not null,
  version bigint not null,
  event_key text not null unique,
  actor_user_id bigint not null,
  error_class text not null,
  status text not null check (status in ('issued', 'redeemed', 'completed')),
  issued_at_ms bigint not null,
  redeemed_execution_id text,
  redeemed_at_ms bigint,
  completed_at_ms bigint,
  foreign key (draft_key, version) references material (draft_key, version),
  check ((status = 'issued') = (redeemed_at_ms is null)),
  check ((status = 'completed') = (completed_at_ms is not null))
);

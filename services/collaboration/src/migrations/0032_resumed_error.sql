-- The local error that a resumed draft keeps until the press that completes its proof.
alter table resume_proof add column error_code text;
alter table resume_proof add column error_stage text;

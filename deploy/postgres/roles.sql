-- Run once, as superuser: psql -v ON_ERROR_STOP=1 -f roles.sql
-- Four roles and two databases. Passwords come from the environment, so that none stands in a file or a history:
-- COPYDESK_OWNER_PASSWORD, COPYDESK_SERVICE_PASSWORD, COPYDESK_OPERATOR_PASSWORD, N8N_DATABASE_PASSWORD. A role whose
-- variable is not set gets none and can use only what pg_hba.conf lets in without one.
\set ON_ERROR_STOP on

create role copydesk_owner login;     -- owns the tables and runs the migrations
create role copydesk_service login;   -- what the collaboration service runs as
create role copydesk_operator login;  -- what the operator's commands run as: the only one that changes participants
create role n8n login;                -- the workflow engine, with its credentials, in a database of its own
grant copydesk_service to copydesk_operator;

\getenv owner_password COPYDESK_OWNER_PASSWORD
\if :{?owner_password}
alter role copydesk_owner password :'owner_password';
\endif
\getenv service_password COPYDESK_SERVICE_PASSWORD
\if :{?service_password}
alter role copydesk_service password :'service_password';
\endif
\getenv operator_password COPYDESK_OPERATOR_PASSWORD
\if :{?operator_password}
alter role copydesk_operator password :'operator_password';
\endif
\getenv n8n_password N8N_DATABASE_PASSWORD
\if :{?n8n_password}
alter role n8n password :'n8n_password';
\endif

create database copydesk owner copydesk_owner;
create database n8n owner n8n;

-- A database lets everybody in unless told otherwise.
revoke all on database copydesk, n8n from public;
grant connect on database copydesk to copydesk_service, copydesk_operator;

\connect copydesk
revoke all on schema public from public;
alter schema public owner to copydesk_owner;
grant usage on schema public to copydesk_service, copydesk_operator;

-- As superuser: psql -v ON_ERROR_STOP=1 -f roles.sql. Running it again changes nothing but the passwords that are given.
-- Five roles and three databases. Passwords come from the environment, so that no file or history has one:
-- COPYDESK_OWNER_PASSWORD, COPYDESK_SERVICE_PASSWORD, COPYDESK_OPERATOR_PASSWORD, COPYDESK_RENDERER_PASSWORD,
-- N8N_DATABASE_PASSWORD. A role whose variable is not set gets none and can use only what pg_hba.conf lets in without one.
\set ON_ERROR_STOP on

select format('create role %I login', name)
from unnest(array[
	'copydesk_owner',    -- owns the tables and runs the migrations
	'copydesk_service',  -- what the collaboration service runs as
	'copydesk_operator', -- what the operator's commands run as: the only one that changes participants
	'copydesk_renderer', -- the renderer, in a database of its own, where it runs its migrations itself
	'n8n'                -- the workflow engine, with its credentials, in a database of its own
]) as name
where not exists (select from pg_roles where rolname = name)
\gexec
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
\getenv renderer_password COPYDESK_RENDERER_PASSWORD
\if :{?renderer_password}
alter role copydesk_renderer password :'renderer_password';
\endif
\getenv n8n_password N8N_DATABASE_PASSWORD
\if :{?n8n_password}
alter role n8n password :'n8n_password';
\endif

select format('create database %I owner %I', name, owner)
from (values ('copydesk', 'copydesk_owner'), ('copydesk_renderer', 'copydesk_renderer'), ('n8n', 'n8n')) as wanted (name, owner)
where not exists (select from pg_database where datname = name)
\gexec

-- A database lets everybody in unless told otherwise.
revoke all on database copydesk, copydesk_renderer, n8n from public;
grant connect on database copydesk to copydesk_service, copydesk_operator;

\connect copydesk
revoke all on schema public from public;
alter schema public owner to copydesk_owner;
grant usage on schema public to copydesk_service, copydesk_operator;

#!/bin/sh
# `roles` as superuser or `grants` as the owner, on the server `postgres` (PGHOST), with passwords from /run/secrets. Both may be
# run again and again.
set -eu
here="$(dirname "$0")"
secret() { cat "${COPYDESK_SECRETS:-/run/secrets}/$1-password"; }
export PGHOST="${PGHOST:-postgres}" PGCONNECT_TIMEOUT=10
case "${1:-}" in
	roles)
		COPYDESK_OWNER_PASSWORD="$(secret copydesk-owner)"
		COPYDESK_SERVICE_PASSWORD="$(secret copydesk-service)"
		COPYDESK_OPERATOR_PASSWORD="$(secret copydesk-operator)"
		COPYDESK_RENDERER_PASSWORD="$(secret copydesk-renderer)"
		N8N_DATABASE_PASSWORD="$(secret n8n-database)"
		PGPASSWORD="$(secret postgres)"
		export COPYDESK_OWNER_PASSWORD COPYDESK_SERVICE_PASSWORD COPYDESK_OPERATOR_PASSWORD COPYDESK_RENDERER_PASSWORD
		export N8N_DATABASE_PASSWORD PGPASSWORD
		exec psql -X -q -v ON_ERROR_STOP=1 -U postgres -d postgres -f "$here/roles.sql"
		;;
	grants)
		PGPASSWORD="$(secret copydesk-owner)"
		export PGPASSWORD
		exec psql -X -q -v ON_ERROR_STOP=1 -U copydesk_owner -d copydesk -f "$here/grants.sql"
		;;
	*)
		echo "Expected roles or grants but received ${1:-nothing}" >&2
		exit 2
		;;
esac

#!/bin/sh
# The operator's command beside the units, as root: sh deploy/systemd/operator.sh <action> …
# It runs as the collaboration service's user, and systemd gives it its secrets for as long as it runs.
set -eu
secrets=/etc/copydesk/secrets
state=/var/lib/copydesk-collaboration
if [ -t 0 ]; then how=--pty; else how=--pipe; fi
exec systemd-run --quiet --wait --collect $how --uid=copydesk-collaboration --gid=copydesk-collaboration \
	--working-directory=/opt/copydesk \
	--property=StateDirectory=copydesk-collaboration --property=StateDirectoryMode=0700 --property=UMask=0077 \
	--property=EnvironmentFile=/etc/copydesk/env \
	--property=LoadCredential=collaboration-key:$secrets/collaboration-key \
	--property=LoadCredential=context-keys:$secrets/context-keys \
	--property=LoadCredential=bot-token:$secrets/bot-token \
	--property=LoadCredential=renderer-key:$secrets/renderer-key \
	--property=LoadCredential=reader-key:$secrets/reader-key \
	--property=LoadCredential=webhook-secret:$secrets/webhook-secret \
	--property=LoadCredential=updates-secret:$secrets/updates-secret \
	--property=LoadCredential=n8n-owner-password:$secrets/n8n-owner-password \
	--setenv=COPYDESK_DATA_DIR=$state \
	--setenv=COLLAB_DATABASE_URL=sqlite:$state/collaboration.sqlite \
	--setenv=COLLAB_PARTICIPANTS_URL=sqlite:$state/participants.sqlite \
	--setenv=MAIN_WEBHOOK_URL=http://127.0.0.1:5678/webhook/copydesk \
	--setenv=READER_URL=http://127.0.0.1:8092 \
	--setenv=N8N_URL=http://127.0.0.1:5678 --setenv=N8N_OWNER_EMAIL=owner@copydesk.local \
	sh -c '
		d=$CREDENTIALS_DIRECTORY
		export COLLAB_UPDATES="${COLLAB_UPDATES:-polling}" COLLAB_SERVICE_KEY_FILE="$d/collaboration-key" COLLAB_CONTEXT_KEYS_FILE="$d/context-keys"
		export MESSENGER_TOKEN_FILE="$d/bot-token" RENDERER_API_KEY_FILE="$d/renderer-key" READER_API_KEY_FILE="$d/reader-key"
		export MAIN_WEBHOOK_SECRET_FILE="$d/webhook-secret" COLLAB_UPDATES_SECRET_FILE="$d/updates-secret"
		export N8N_OWNER_PASSWORD_FILE="$d/n8n-owner-password"
		exec node_modules/.bin/node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON --disable-warning=ExperimentalWarning \
			scripts/operator/main.ts "$@"
	' operator "$@"

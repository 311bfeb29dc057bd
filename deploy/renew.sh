#!/bin/sh
# Renews the two secrets that n8n keeps for a while in the data of its executions: the webhook's and the keys of the contexts.
# compose.yaml and copydesk-secrets.service run it at each start, before the collaboration service reads them.
#   sh deploy/renew.sh <folder of webhook-secret> <folder of context-keys>
set -eu
umask 077
random() {
	head -c "$1" /dev/urandom | base64 | tr -d '=\n' | tr '+/' '-_'
}
# Whole or not at all.
renew() {
	printf '%s' "$2" > "$1.new"
	mv -f "$1.new" "$1"
}

# In the way `graphs` the messenger was told this one (operator webhook set).
[ "${COLLAB_UPDATES:-}" = graphs ] && [ -s "$1/webhook-secret" ] || renew "$1/webhook-secret" "$(random 36)"
renew "$2/context-keys" "k$(random 6 | tr -d '_-'):$(random 32)"

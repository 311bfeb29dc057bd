#!/bin/sh
# n8n loads packages of others from its own folder only, which is a volume: the image's copy is put there at each start,
# whole or not at all, before the program that was asked for takes this one's place.
set -eu
# systemd gives a unit its secrets in a folder of its own.
[ -z "${CREDENTIALS_DIRECTORY:-}" ] || export N8N_ENCRYPTION_KEY_FILE="$CREDENTIALS_DIRECTORY/n8n-encryption-key"
# The hour and the day of the daily offer are those of the desk.
export GENERIC_TIMEZONE="${GENERIC_TIMEZONE:-${COLLAB_TIME_ZONE:-$(node -p 'Intl.DateTimeFormat().resolvedOptions().timeZone')}}"
packages="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes/node_modules"
mkdir -p "$packages"
fresh="$packages/.copydesk-$$"
rm -rf "$packages"/.copydesk-*
cp -R "${COPYDESK_PACKAGE:-/opt/n8n-nodes-copydesk}" "$fresh"
rm -rf "$packages/n8n-nodes-copydesk"
mv "$fresh" "$packages/n8n-nodes-copydesk"
# n8n would sleep ten seconds after a crash; the supervisor that starts it again pauses already.
rm -f "${N8N_USER_FOLDER:-$HOME}/.n8n/crash.journal"
exec "$@"

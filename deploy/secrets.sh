#!/bin/sh
# Makes the secrets that last, in deploy/secrets or in COPYDESK_SECRETS. What is there already stays as it is. deploy/renew.sh makes those
# that do not last.
#   sh deploy/secrets.sh           for deploy/compose.yaml, and for the units in deploy/systemd (docs/deploy.md)
#   sh deploy/secrets.sh queue     also the passwords of databases and Redis, for deploy/compose.queue.yaml
# You write there yourself what only you know. The script prints a line for each such file that is missing, and then ends with 1.
set -eu
umask 077
folder="${COPYDESK_SECRETS:-$(dirname "$0")/secrets}"
# The user who may read the bot's token: that of the containers. With systemd it is root, who gives each unit its own copy.
reader="${COPYDESK_SECRETS_USER:-1000}"
mkdir -p "$folder"
chmod 700 "$folder"

# Whole or not at all. The folder keeps others out; inside a container the file is mounted alone and must be readable there.
keep() {
	printf '%s' "$2" > "$folder/$1.new"
	chmod 444 "$folder/$1.new"
	mv -f "$folder/$1.new" "$folder/$1"
}
made() {
	[ -s "$folder/$1" ] || keep "$1" "$2"
}
random() {
	openssl rand -base64 "$1" | tr -d '=\n' | tr '+/' '-_'
}

made collaboration-key "$(random 36)"
made renderer-key "$(random 36)"
made reader-key "$(random 36)"
made updates-secret "$(random 36)"
made n8n-encryption-key "$(random 32)"
made n8n-owner-password "Cd1-$(random 15)"
# Empty: the same key as for texts.
[ -e "$folder/ai-image-key" ] || keep ai-image-key ''
# Empty: the same key as for texts.
[ -e "$folder/ai-audio-key" ] || keep ai-audio-key ''
# Empty: no fallback provider, or one that wants no key.
[ -e "$folder/ai-fallback-key" ] || keep ai-fallback-key ''
# Empty: an engine that wants no key (docs/search.md).
[ -e "$folder/search-key" ] || keep search-key ''

if [ "${1:-}" = queue ]; then
	for role in postgres copydesk-owner copydesk-service copydesk-operator copydesk-renderer n8n-database redis; do
		made "$role-password" "$(random 24)"
	done
	for role in owner service operator; do
		made "database-url-$role" "postgres://copydesk_$role:$(cat "$folder/copydesk-$role-password")@postgres:5432/copydesk"
	done
	made database-url-renderer "postgres://copydesk_renderer:$(cat "$folder/copydesk-renderer-password")@postgres:5432/copydesk_renderer"
fi

missing=0
for name in bot-token ai-key; do
	[ -s "$folder/$name" ] && continue
	echo "$folder/$name is missing: write it there, e.g. with an editor or: read -rs X && printf %s \"\$X\" > $folder/$name"
	missing=1
done
# The collaboration service refuses a token that others could read.
if [ -e "$folder/bot-token" ]; then
	chmod 400 "$folder/bot-token"
	if [ "$(stat -c %u "$folder/bot-token")" != "$reader" ]; then
		chown "$reader:$reader" "$folder/bot-token" 2> /dev/null || {
			echo "$folder/bot-token must belong to user $reader: sudo chown $reader:$reader $folder/bot-token"
			missing=1
		}
	fi
fi
[ -e "$folder/ai-key" ] && chmod 444 "$folder/ai-key"
[ $missing = 0 ] || echo "Then run this again: the services refuse a token that others can read, and this closes it to all but user $reader."
exit $missing

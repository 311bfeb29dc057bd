#!/bin/sh
# Users, folders, secrets and units of a whole desk, as root, in a checkout at /opt/copydesk after its set-up (docs/deploy.md). Run it
# again after each update of the checkout: it replaces no secret and no setting.
set -eu
umask 022
cd "$(dirname "$0")/../.."
n8n=/opt/copydesk-n8n
node=node_modules/.bin/node

# systemd looks for a relative path in its own folders.
systemd-sysusers "$PWD/deploy/systemd/copydesk.sysusers"
install -d -m 0755 /etc/copydesk
[ -e /etc/copydesk/env ] || cat > /etc/copydesk/env <<'ENV'
# Settings of the desk, one NAME=value a line (docs/configuration.md). Every program reads this file, so it may hold no key and no token.
MESSENGER_CHANNEL_ID=
# COLLAB_LANGUAGE=en
# COLLAB_TIME_ZONE=Europe/Berlin
ENV

# The n8n that the set-up brought, and the package for it, under names that stay.
export COPYDESK_CACHE=$n8n
runtime=$($node -e 'import("./scripts/setup/n8nRuntime.mjs").then((n8n) => console.log(n8n.n8nRuntimeFolder(process.cwd())))')
ln -sfn "$runtime" $n8n/current
tarball=$($node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON scripts/build.ts --pack | sed -n 's/.*: \(.*\.tgz\)$/\1/p')
rm -rf $n8n/package.new && mkdir $n8n/package.new
tar -xzf "$tarball" -C $n8n/package.new --strip-components=1 --no-same-owner
rm -rf $n8n/package && mv $n8n/package.new $n8n/package

install -m 0644 deploy/systemd/*.service deploy/systemd/*.target /etc/systemd/system/
systemctl daemon-reload
[ -s /etc/copydesk/secrets/context-keys ] || { install -d -m 0700 /etc/copydesk/secrets && sh deploy/renew.sh /etc/copydesk/secrets /etc/copydesk/secrets; }
COPYDESK_SECRETS=/etc/copydesk/secrets COPYDESK_SECRETS_USER=0 sh deploy/secrets.sh

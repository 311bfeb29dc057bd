/** Methods about delivering updates. */
import { badRequest } from '../errors.ts';
import type { Parameters } from '../parameters.ts';
import { Remarked, type Method } from './method.ts';

function allowedUpdates(given: Parameters): readonly string[] | undefined {
	const value = given.json('allowed_updates');
	if (value === undefined) return undefined;
	if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
		throw badRequest("can't parse allowed updates: expected an Array of String");
	return value as string[];
}

/** Ports to which the real server delivers updates. */
const PORTS = new Set(['', '80', '88', '443', '8443']);
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/;
/** Addresses that are not on the public Internet. */
const RESERVED = /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.[\d.]+$/;

/** @throws ApiError in the server's words if it does not deliver there */
function demandReachable(url: string, loopback: boolean): void {
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw badRequest('invalid webhook URL specified');
	const { protocol, port, hostname } = new URL(url);
	// A Bot API server of one's own allows this.
	if (loopback && LOOPBACK.test(hostname)) return;
	if (protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
	if (!PORTS.has(port)) throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
	if (hostname.startsWith('[')) throw badRequest('bad webhook: IPv6-only addresses are not allowed');
	if (hostname === 'localhost' || RESERVED.test(hostname))
		throw badRequest(`bad webhook: IP address ${hostname === 'localhost' ? '127.0.0.1' : hostname} is reserved`);
}

export const setWebhook: Method = (given, { updates, loopbackWebhooks }) => {
	const url = given.text('url').trim();
	const drop = given.flag('drop_pending_updates');
	if (url === '') return remove(updates.webhook !== null, () => updates.setWebhook(null, drop));
	updates.admitWebhook();
	demandReachable(url, loopbackWebhooks);
	const secretToken = given.text('secret_token');
	if (secretToken.length > 256) throw badRequest('secret token is too long');
	if (!/^[A-Za-z0-9_-]*$/.test(secretToken)) throw badRequest('secret token contains unallowed characters');
	const maxConnections = Math.min(100, Math.max(1, given.integer('max_connections') ?? 40));
	const kinds = allowedUpdates(given);
	const same =
		updates.webhook?.url === url &&
		updates.webhook.secretToken === secretToken &&
		updates.webhook.maxConnections === maxConnections &&
		kinds === undefined &&
		!drop;
	updates.setAllowed(kinds);
	updates.setWebhook({ url, secretToken, maxConnections }, drop);
	return new Remarked(true, same ? 'Webhook is already set' : 'Webhook was set');
};

function remove(wasSet: boolean, work: () => void): Remarked {
	work();
	return new Remarked(true, wasSet ? 'Webhook was deleted' : 'Webhook is already deleted');
}

export const deleteWebhook: Method = (given, { updates }) =>
	remove(updates.webhook !== null, () => updates.setWebhook(null, given.flag('drop_pending_updates')));

export const getWebhookInfo: Method = (_given, { updates }) => {
	const { webhook, allowed } = updates;
	return {
		url: webhook?.url ?? '',
		has_custom_certificate: false,
		pending_update_count: updates.pendingCount,
		...(webhook === null ? {} : { max_connections: webhook.maxConnections, ip_address: '127.0.0.1' }),
		...(webhook?.lastErrorAtMs === undefined
			? {}
			: { last_error_date: Math.floor(webhook.lastErrorAtMs / 1_000), last_error_message: webhook.lastErrorMessage }),
		...(allowed === null || allowed.length === 0 ? {} : { allowed_updates: allowed }),
	};
};

export const getUpdates: Method = (given, { updates, gone }) => {
	updates.setAllowed(allowedUpdates(given));
	const limit = Math.min(100, Math.max(1, given.integer('limit') ?? 100));
	return updates.poll(given.integer('offset') ?? 0, limit, Math.min(50, Math.max(0, given.integer('timeout') ?? 0)), gone);
};

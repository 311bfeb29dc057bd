import { createMessenger } from '@copydesk/collaboration/operator';
import { ALLOWED_UPDATES } from '@copydesk/domain/event/allowedUpdates';
import type { UpdatesMode } from '@copydesk/collaboration/version';
import type { Answer } from '@copydesk/domain/delivery/outcome';
import { ok, skipped, warning, wrong, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

/** A failure longer ago than this, with nothing waiting, is history. */
const RECENT_MS = 3_600_000;
/** More waiting updates than two people make by accident. */
const MANY_WAITING = 20;
const MESSENGER_TIMEOUT_MS = 15_000;

export type Ask = (method: string, fields?: Readonly<Record<string, unknown>>) => Promise<Answer>;

const REASONS: Readonly<Record<string, string>> = {
	name_not_resolved: 'its name is not known to DNS',
	connection_refused: 'nothing listens there',
	connect_timeout: 'it cannot be reached in time',
	tls_failed: 'its certificate is not valid',
	answer_timeout: 'it did not answer in time',
};
const reasonOf = (reason: string): string => REASONS[reason] ?? reason;

/** Who the bot is, whether it may post, whether both people can be written to, and where its updates go. */
export async function examineMessenger(
	{ messenger, way = 'graphs', webhookUrl, people = [] }: DoctorTargets,
	nowMs: number,
	parts: { readonly withWebhook: boolean },
): Promise<readonly Finding[]> {
	if (messenger === undefined)
		return [skipped('messenger', 'MESSENGER_TOKEN_FILE or MESSENGER_CHANNEL_ID is not set, so the messenger was not asked')];
	const client = createMessenger({ ...messenger, answerTimeoutMs: MESSENGER_TIMEOUT_MS });
	const ask: Ask = (method, fields = {}) => client.call({ method, fields });
	const me = await ask('getMe');
	if (me.kind !== 'accepted') return [tokenProblem(me, messenger.apiUrl)];
	const bot = me.result as { id: number; username?: string };
	const [channel, reachable, webhook] = await Promise.all([
		messenger.channelId === undefined ? [] : examineChannel(ask, messenger.channelId, bot.id),
		Promise.all(people.map((person) => examinePerson(ask, person, bot.username))),
		parts.withWebhook ? examineWebhook(ask, way, webhookUrl, nowMs) : [],
	]);
	return [ok('messenger', `the token answers: @${bot.username ?? '?'} (${bot.id})`), ...channel, ...reachable, ...webhook];
}

export function tokenProblem(answer: Exclude<Answer, { kind: 'accepted' }>, apiUrl: string): Finding {
	if (answer.kind === 'refused' && (answer.errorCode === 401 || answer.errorCode === 404))
		return wrong(
			'messenger.token_unknown',
			'the messenger does not know this token',
			'copy it again from BotFather (/mybots, the bot, API Token); it may have been revoked',
		);
	if (answer.kind === 'refused')
		return wrong('messenger.refuses', `it refuses: ${answer.errorCode} ${answer.description}`, 'try again later');
	return wrong(
		'messenger.silent',
		`${apiUrl} does not answer: ${reasonOf(answer.reason)}`,
		'check the network and, with a Bot API server of your own, MESSENGER_API_URL',
	);
}

export async function examineChannel(ask: Ask, channelId: number, botId: number): Promise<readonly Finding[]> {
	const chat = await ask('getChat', { chat_id: channelId });
	if (chat.kind !== 'accepted')
		return [
			wrong(
				'channel.not_seen',
				`the bot does not see ${channelId}${chat.kind === 'refused' ? `: ${chat.description}` : ''}`,
				'add the bot to the channel as an administrator; `npm run operator -- ids` shows the number of a channel whose post you forward',
			),
		];
	const { title, type } = chat.result as { title?: string; type?: string };
	const name = `“${title ?? channelId}”`;
	const kind =
		type === 'channel'
			? []
			: [
					warning(
						'channel.not_a_channel',
						`${name} is a ${String(type)}, not a channel`,
						'set MESSENGER_CHANNEL_ID to the id of the channel for posts',
					),
				];
	const member = await ask('getChatMember', { chat_id: channelId, user_id: botId });
	const found = (member.kind === 'accepted' ? member.result : {}) as { status?: string; can_post_messages?: boolean };
	if (found.status === 'creator' || (found.status === 'administrator' && found.can_post_messages !== false))
		return [...kind, ok('channel', `the bot may post in ${name} (${channelId})`)];
	const what =
		found.status === 'administrator'
			? 'is an administrator who may not post'
			: `is ${found.status === undefined ? 'not a member' : `"${found.status}"`}, not an administrator`;
	return [
		...kind,
		wrong('channel.may_not_post', `the bot ${what} in ${name}`, 'in the channel: Administrators, add the bot, switch "Post messages" on'),
	];
}

/** A typing sign leaves no message in the chat, and is refused where a message would be. */
export async function examinePerson(ask: Ask, person: { role: string; userId: number }, username: string | undefined): Promise<Finding> {
	const { role, userId } = person;
	const answer = await ask('sendChatAction', { chat_id: userId, action: 'typing' });
	if (answer.kind === 'accepted') return ok('people', `the bot can write to the ${role} ${userId}`);
	if (answer.kind === 'refused' && /blocked/i.test(answer.description))
		return warning(
			'people.blocked',
			`the ${role} ${userId} has blocked the bot`,
			`ask them to open @${username ?? 'the bot'} and press Restart`,
		);
	if (answer.kind === 'refused' && answer.errorCode !== 429)
		return warning(
			'people.not_reachable',
			`the bot cannot write to the ${role} ${userId}: ${answer.description}`,
			`ask them to open @${username ?? 'the bot'} and press Start; if they did, the number is wrong (\`npm run operator -- ids\`)`,
		);
	return warning(
		'people.not_known',
		`it is not known whether the bot can write to the ${role} ${userId}`,
		'run the doctor again in a minute',
	);
}

interface WebhookInfo {
	readonly url: string;
	readonly pending_update_count: number;
	/** Unix seconds. */
	readonly last_error_date?: number;
	readonly last_error_message?: string;
	readonly allowed_updates?: readonly string[];
}

async function examineWebhook(ask: Ask, way: UpdatesMode, expectedUrl: string | undefined, nowMs: number): Promise<readonly Finding[]> {
	const answer = await ask('getWebhookInfo');
	if (answer.kind !== 'accepted')
		return [warning('webhook.not_known', 'the messenger does not say where updates go', 'run the doctor again in a minute')];
	const info = answer.result as WebhookInfo;
	const setAgain =
		way === 'webhook'
			? 'start the collaboration service again: it sets it'
			: 'run `npm run operator -- webhook set`, or start the desk again';
	const findings: Finding[] = [];
	if (way === 'polling') {
		if (info.url === '') findings.push(ok('webhook', 'no webhook is set, as it should be: the desk polls for updates'));
		else
			findings.push(
				wrong(
					'webhook.set',
					`updates go to ${info.url}, so polling for them fails`,
					'start the collaboration service again: it deletes the webhook; if it comes back, another program with this token sets it',
				),
			);
		return findings;
	}
	if (info.url === '') findings.push(wrong('webhook.not_set', 'no webhook is set: updates wait at the messenger', setAgain));
	else if (expectedUrl === undefined)
		findings.push(
			warning('webhook.not_compared', `updates go to ${info.url}; it is not known whether that is right`, 'set PUBLIC_WEBHOOK_URL'),
		);
	else if (info.url !== expectedUrl)
		findings.push(
			wrong('webhook.elsewhere', `updates go to ${info.url}, expected ${expectedUrl}`, `${setAgain}; another desk may use the same bot`),
		);
	else findings.push(ok('webhook', `updates go to ${info.url}`));

	// Absent means everything but a few kinds that the desk does not use.
	const missing = info.allowed_updates === undefined ? [] : ALLOWED_UPDATES.filter((kind) => !info.allowed_updates?.includes(kind));
	if (info.url !== '' && missing.length > 0)
		findings.push(
			wrong(
				'webhook.kinds_missing',
				`the messenger does not send ${missing.join(', ')}: the webhook was set by another program or an earlier release`,
				setAgain,
			),
		);

	const failedAtMs = info.last_error_date === undefined ? undefined : info.last_error_date * 1_000;
	const waiting = info.pending_update_count;
	if (failedAtMs !== undefined && (waiting > 0 || nowMs - failedAtMs < RECENT_MS)) {
		const failure = `${info.last_error_message ?? 'no reason given'}, ${Math.max(0, Math.round((nowMs - failedAtMs) / 60_000))} min ago`;
		findings.push(
			waiting > 0
				? wrong(
						'webhook.failing',
						`${waiting} updates wait; the last delivery failed: ${failure}`,
						adviceFor(info.last_error_message ?? '', way),
					)
				: warning(
						'webhook.failed',
						`every update is delivered, but an earlier delivery failed: ${failure}`,
						adviceFor(info.last_error_message ?? '', way),
					),
		);
	} else if (waiting > MANY_WAITING)
		findings.push(warning('webhook.waiting', `${waiting} updates wait`, 'look again in a minute: the number should fall'));
	return findings;
}

function adviceFor(message: string, way: UpdatesMode): string {
	const behind = way === 'webhook' ? 'the listener of the collaboration service' : 'n8n';
	if (/40[13]/.test(message))
		return way === 'webhook'
			? 'the secret that the messenger sends is not the one that the service expects: start the collaboration service again'
			: 'the secret that the messenger sends is not the one n8n expects: `npm run operator -- webhook set`';
	if (/404/.test(message))
		return way === 'webhook'
			? 'the path does not lead to the listener: let the reverse proxy forward it to /updates'
			: 'the path does not lead to the main graph: check the reverse proxy and that the graph is published (`npm run workflows -- verify`)';
	if (/50[234]/.test(message)) return `the reverse proxy does not reach ${behind}, or the desk cannot store updates: see the other lines`;
	if (/certificate|SSL|TLS/i.test(message)) return 'the certificate of the public address is not accepted: renew it, with its whole chain';
	if (/resolve|host/i.test(message)) return 'the name of the public address is not known to DNS';
	return `the public address must lead to ${behind}: check the reverse proxy and the firewall`;
}

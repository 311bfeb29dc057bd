import { readStatus, type DeskStatus } from '@copydesk/collaboration/operator';
import type { UpdatesMode } from '@copydesk/collaboration/version';
import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';
import { ADVICE, updatesCheck } from '../doctor/updates.ts';

const at = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const listed = (lines: readonly string[], all: number): readonly string[] =>
	all > lines.length ? [...lines, `… and ${all - lines.length} more`] : lines;

function section(title: string, lines: readonly string[]): string {
	return `${title}\n${lines.length === 0 ? '  none' : lines.map((each) => `  ${each}`).join('\n')}`;
}

function moneyOf({ requests, unknown, cost, currency }: DeskStatus['spend_last_month']): string {
	if (cost === null || currency === null) return '';
	const left = unknown === 0 ? '' : `; the cost of ${unknown} of ${requests} is not known`;
	return `, about ${new Intl.NumberFormat('en', { style: 'currency', currency }).format(cost)}${left}`;
}

/** For the operator's screen. Lists have an end; what is behind it is counted. */
export function textOf(facts: DeskStatus): string {
	return [
		section(
			'Participants',
			facts.participants.map(
				({ role, user_id, display_name, active, reachable, untold }) =>
					`${role} ${user_id} ${display_name}${active ? '' : ' — disabled'}${reachable === 'kicked' ? ' — has blocked the bot' : ''}` +
					(untold === 0 ? '' : ` — not told: ${untold}`),
			),
		),
		section(
			'Open materials',
			listed(
				facts.materials.map(
					({ draft_key, version, state, title, error_code, state_changed_at }) =>
						`${draft_key} v${version}  ${state}  since ${at(state_changed_at)}` +
						`${title === null ? '' : `  “${title}”`}${error_code === null ? '' : `  error: ${error_code}`}`,
				),
				facts.open_materials,
			),
		),
		section(
			'Not confirmed by the messenger',
			listed(
				facts.unknown_deliveries.map(
					({ delivery_id, purpose, entity_key, recipient_user_id, changed_at }) =>
						`${delivery_id}  ${purpose} ${entity_key} ` +
						`to ${recipient_user_id === 0 ? 'the channel' : recipient_user_id}  since ${at(changed_at)}`,
				),
				facts.unconfirmed,
			),
		),
		...(facts.unconfirmed_texts === 0 ? [] : [`Unconfirmed texts and notices: ${facts.unconfirmed_texts}; they need no decision`]),
		`Events: ${facts.events.waiting} under way; in the last seven days ${facts.events.interrupted} interrupted, ` +
			`${facts.events.abandoned} given up, ${facts.events.failed} failed`,
		`Paid requests admitted in the last 24 hours: ${facts.paid_last_day}`,
		`Paid requests of the last 30 days: ${facts.spend_last_month.requests}${moneyOf(facts.spend_last_month)}`,
		`Deliveries under way: ${facts.sending}`,
		`Strangers who wrote in the last 24 hours: ${facts.strangers.people}, with ${facts.strangers.updates} refused updates in all`,
		...(facts.channel.reachable === null || facts.channel.reachable === 'administrator'
			? []
			: [`The bot's status in the channel: ${facts.channel.reachable}`]),
	].join('\n');
}

/** How messages come, for a person. */
function comingOf({ way, check }: { readonly way: UpdatesMode; readonly check: string | undefined }): readonly string[] {
	if (way === 'graphs') return ['Messages: the messenger calls n8n'];
	const how = way === 'polling' ? 'the desk polls for them' : 'the messenger calls the desk';
	if (check === undefined) return [`Messages: ${how}; the service does not answer, so it is not known whether they arrive`];
	const advice = ADVICE[check];
	return [`Messages: ${how}; ${advice === undefined ? check : `${advice.says}: ${advice.advice}`}`];
}

/** What is under way and what needs somebody. */
export const status: Action = {
	words: ['status'],
	usage: 'status',
	about: 'show people, open work and unconfirmed deliveries',
	read(line) {
		noWords(line);
		return {
			async work(desk) {
				const facts = await readStatus(await desk.database(), desk.participants(), desk.channelId() ?? 0, Date.now(), desk.prices());
				const { way } = desk.updates();
				const updates = { way, check: await updatesCheck(desk.service().url) };
				return { text: [textOf(facts), ...comingOf(updates)].join('\n'), facts: { ...facts, updates } };
			},
		};
	},
};

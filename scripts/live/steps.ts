import { examineAddress } from '../operator/doctor/address.ts';
import { wrong } from '../operator/doctor/finding.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { examineMessenger } from '../operator/doctor/messenger.ts';
import type { Surroundings } from '../operator/doctor/surroundings.ts';
import { aiSteps } from './aiSteps.ts';
import { NOTHING } from './step.ts';
import type { Known, Step } from './step.ts';

function messenger(known: Known): { apiUrl: string; token: string } {
	return { apiUrl: known['MESSENGER_API_URL'] || 'https://api.telegram.org', token: known['MESSENGER_TOKEN'] ?? '' };
}

async function asked(around: Partial<Surroundings>, area: string): Promise<readonly Finding[]> {
	const findings = await examineMessenger({ ...NOTHING, ...around }, Date.now(), { withWebhook: false });
	return findings.filter((finding) => finding.area === area || (finding.area === 'messenger' && finding.verdict === 'wrong'));
}

const person = (role: 'owner' | 'editor', name: 'OWNER_USER_ID' | 'EDITOR_USER_ID', about: string): Step => ({
	name,
	about: [about, 'Let them write /start to the bot: they show here with their number.'],
	question: `The ${role}'s number`,
	listensFor: 'person',
	async examine(value, known) {
		const other = role === 'owner' ? 'EDITOR_USER_ID' : 'OWNER_USER_ID';
		if (known[other] === value) return [wrong('people.same', 'both would be the same person', 'a desk is two people: name another one')];
		return await asked({ messenger: messenger(known), people: [{ role, userId: Number(value) }] }, 'people');
	},
});

/** In the order in which one helps the next. */
export const STEPS: readonly Step[] = [
	{
		name: 'MESSENGER_TOKEN',
		about: ['The bot. Write /newbot to @BotFather in the messenger, or /mybots for one you have; it gives you a token.'],
		question: 'Its token (does not show)',
		hidden: true,
		examine: async (value, known) => await asked({ messenger: messenger({ ...known, MESSENGER_TOKEN: value }) }, 'messenger'),
	},
	{
		name: 'MESSENGER_CHANNEL_ID',
		about: [
			'The channel for approved posts. Make the bot an administrator there with the right to post messages,',
			'then forward any post of the channel to the bot: it shows here with its number.',
		],
		question: "The channel's number, like -1001234567890",
		listensFor: 'channel',
		examine: async (value, known) => await asked({ messenger: { ...messenger(known), channelId: Number(value) } }, 'channel'),
	},
	person('owner', 'OWNER_USER_ID', 'The owner, who decides who takes part.'),
	person('editor', 'EDITOR_USER_ID', 'The editor, who works with the owner.'),
	{
		name: 'PUBLIC_WEBHOOK_URL',
		about: [
			'Press Enter, and the desk asks the messenger for messages: that needs no domain and no open port. With an https address of',
			'your own the messenger brings them: a reverse proxy of yours forwards the one path /updates to http://127.0.0.1:8093/updates',
			'and nothing else (docs/going-live.md has an example).',
		],
		question: 'The whole address, like https://desk.example.org/updates, or nothing',
		otherwise: '',
		examine: async (value, known) =>
			await examineAddress({ ...NOTHING, way: 'webhook', webhookUrl: value, messenger: messenger(known) }, false),
	},
	...aiSteps,
];

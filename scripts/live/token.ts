import { ok, type Finding } from '../operator/doctor/finding.ts';
import { tokenProblem } from '../operator/doctor/messenger.ts';
import { messengerOf } from './listener.ts';
import { NotTaken, demandGood, untilTaken, type Known, type Question } from './setupContext.ts';
import { areFormed, demandForm } from './values.ts';

interface Bot {
	readonly id: number;
	readonly first_name: string;
	readonly username: string;
}

/** Who the bot is. @throws NotTaken when the messenger does not say */
export async function botOf(known: Known): Promise<Bot> {
	const me = await messengerOf(known).call({ method: 'getMe', fields: {} });
	if (me.kind === 'accepted') return me.result as Bot;
	const { says, advice } = tokenProblem(me, known['MESSENGER_API_URL'] || 'https://api.telegram.org');
	throw new NotTaken(`${says}\n→ ${advice}`);
}

async function shown(known: Known): Promise<readonly Finding[]> {
	const { first_name: name, username } = await botOf(known);
	return [ok('messenger', `The bot is ${name}, @${username}`)];
}

/** BotFather's whole message is taken too. A token is never shown. */
function tokenIn(line: string): string {
	const found = line.match(/\d{5,20}:[A-Za-z0-9_-]{30,}/g) ?? [];
	const [token] = found;
	if (token !== undefined && found.length === 1) return token;
	const length = `${line.length} characters`;
	const read =
		found.length > 1
			? `${found.length} tokens`
			: line.startsWith('@')
				? 'the name of a bot, not its token'
				: /^\d+$/.test(line)
					? `a number of ${line.length} digits without the part after the colon`
					: /^\d{5,20}:/.test(line)
						? `${length}, which is too short or has a character that no token has`
						: `${length} without a token in them`;
	throw new NotTaken(`Expected a token like 123456789:AA… but received ${line === '' ? 'nothing' : read}`);
}

export const token: Question = {
	name: 'token',
	about: 'the bot',
	sets: ['MESSENGER_TOKEN'],
	async isSettled(context) {
		const known = context.known();
		if (!areFormed(this.sets, known)) return false;
		demandGood(context, await shown(known));
		return true;
	},
	async ask(context) {
		context.terminal.say('\nThe bot. Write /newbot to @BotFather in the messenger, or /mybots for one you have; it gives you a token.');
		return await untilTaken(context, { prompt: 'The token (does not show): ', hidden: true }, async (line) => {
			const values = { MESSENGER_TOKEN: tokenIn(line) };
			demandForm('MESSENGER_TOKEN', values.MESSENGER_TOKEN);
			demandGood(context, await shown({ ...context.known(), ...values }));
			return values;
		});
	},
};

import { examineAddress } from '../operator/doctor/address.ts';
import { NOTHING, demandGood, untilTaken, type Known, type Question, type SetupContext } from './setupContext.ts';
import { areFormed, demandForm } from './values.ts';

async function demandReachable(context: SetupContext, webhookUrl: string): Promise<void> {
	const { MESSENGER_API_URL: apiUrl = '', MESSENGER_TOKEN: token = '' } = context.known();
	const messenger = { apiUrl: apiUrl || 'https://api.telegram.org', token };
	demandGood(context, await examineAddress({ ...NOTHING, way: 'webhook', webhookUrl, messenger }, false));
}

/** Not needed: without one the desk asks the messenger for messages. */
export const address: Question = {
	name: 'address',
	about: 'a public address, if the messenger should send messages to the desk (webhook)',
	sets: ['PUBLIC_WEBHOOK_URL'],
	onlyByName: true,
	async isSettled(context) {
		const known = context.known();
		const url = known['PUBLIC_WEBHOOK_URL'] ?? '';
		if (url === '') return true;
		if (!areFormed(this.sets, known)) return false;
		await demandReachable(context, url);
		return true;
	},
	async ask(context): Promise<Known> {
		context.terminal.say(
			'\nPress Enter, and the desk polls the messenger for messages: that needs no domain and no open port. With an https address of\n' +
				'your own the messenger sends them to the desk: a reverse proxy forwards the one path /updates to http://127.0.0.1:8093/updates\n' +
				'and nothing else (docs/going-live.md has an example).',
		);
		const prompt = 'The whole address, like https://desk.example.org/updates, or nothing: ';
		return await untilTaken(context, { prompt }, async (line) => {
			if (line !== '') {
				demandForm('PUBLIC_WEBHOOK_URL', line);
				await demandReachable(context, line);
			}
			return { PUBLIC_WEBHOOK_URL: line };
		});
	},
};

import { setParticipants } from '../people.ts';
import { languages, type Language } from '@copydesk/domain/language';
import { languageNamed } from '@copydesk/domain/messages/catalogue';
import { quoted } from '@copydesk/domain/text/quoted';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { noWords, numericOption, textOption, type CommandLine } from '../commandLine.ts';
import { auditOperator } from '../record.ts';

/** Says who the two are, by numeric ids. In a private chat the chat's id is the person's. */
export const participantsSet: Action = {
	words: ['participants', 'set'],
	usage:
		'participants set --owner <id> --editor <id> [--owner-name <n>] [--editor-name <n>] ' +
		'[--language <l>] [--owner-language <l>] [--editor-language <l>]',
	about: 'set the owner, the editor and their languages',
	options: {
		owner: { type: 'string' },
		editor: { type: 'string' },
		'owner-name': { type: 'string' },
		'editor-name': { type: 'string' },
		language: { type: 'string' },
		'owner-language': { type: 'string' },
		'editor-language': { type: 'string' },
	},
	read(line) {
		noWords(line);
		const personOf = (role: 'owner' | 'editor') => ({
			userId: numericOption(line, role),
			name: nameOption(line, `${role}-name`),
			language: languageOption(line, `${role}-language`) ?? languageOption(line, 'language'),
		});
		const owner = personOf('owner');
		const editor = textOption(line, 'editor') === undefined ? undefined : personOf('editor');
		if (owner.userId === editor?.userId) throw new Usage('Expected owner and editor to be two people');
		return {
			question: `Set owner ${owner.userId}${editor === undefined ? ' and no editor' : ` and editor ${editor.userId}`}?`,
			async work(desk) {
				const people = await setParticipants(
					await desk.people(),
					{ owner, ...(editor === undefined ? {} : { editor }) },
					desk.nowMs(),
					desk.operator,
				);
				await auditOperator(desk, 'operator.participants_set', 'participants', { owner: owner.userId, editor: editor?.userId ?? null });
				const shown = people.map(
					({ role, userId, displayName, active, language }) =>
						`${role}: ${userId} ${displayName}${language === undefined ? '' : `, ${language.language}`}${active ? '' : ' (disabled)'}`,
				);
				return { text: shown.join('\n'), facts: { participants: people } };
			},
		};
	},
};

/** Longest name, in UTF-16 units: what is said with it still fits where it is shown. */
const MAX_NAME_UNITS = 64;

/** @throws Usage for a name that would not fit; names are never cut */
function nameOption(line: CommandLine, option: string): string | undefined {
	const name = textOption(line, option);
	if (name?.trim() === '') throw new Usage(`Expected --${option} with a name; leave it out to keep the present name`);
	if (name !== undefined && name.length > MAX_NAME_UNITS)
		throw new Usage(`Expected --${option} of at most ${MAX_NAME_UNITS} characters but received ${name.length}`);
	return name;
}

/** @throws Usage when the desk does not speak it */
function languageOption(line: CommandLine, name: string): Language | undefined {
	const text = textOption(line, name);
	if (text === undefined) return undefined;
	const language = languageNamed(text);
	if (language === null) throw new Usage(`Expected --${name} to be one of ${languages.join(', ')} but received ${quoted(text)}`);
	return language;
}

/** The owner's settings from the chat: one row each, read again every time. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Choice } from '@copydesk/domain/desk/choice';
import { isSettingName, readSetting, withDefaults, type SettingName, type Settings } from '@copydesk/domain/settings/settings';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';

export interface StoredSettings {
	/** Every setting; unset ones have their defaults. */
	readonly all: Settings;
	/** The settings that the owner changed. */
	readonly chosen: Partial<Settings>;
}

/** A value that this release cannot read counts as unset: another release may have stored it. */
export async function readSettings(db: Database): Promise<StoredSettings> {
	const rows = await tables(db).selectFrom('setting').select(['name', 'value']).execute();
	const chosen: Partial<Record<SettingName, unknown>> = {};
	for (const { name, value } of rows) {
		const reading = isSettingName(name) ? readSetting(name, value) : undefined;
		if (reading?.ok === true) chosen[name as SettingName] = reading.value;
	}
	return { all: withDefaults(chosen as Partial<Settings>), chosen: chosen as Partial<Settings> };
}

/** The owner's choice: a setting and its written value; null restores the default. */
export interface OwnersChoice extends Choice {
	readonly by: Pick<Participant, 'userId' | 'role'>;
	readonly eventKey: string;
	readonly executionId?: string | null;
}

/**
 * Sets one setting. The audit names it and its value, unless the value is a person's text.
 * @throws CopydeskError role_forbids if the person is not the owner, invalid_request for an invalid value
 */
export async function setSetting(tx: Database, note: Note, choice: OwnersChoice, atMs: number): Promise<void> {
	const { name, value: stored, by, eventKey, executionId = null } = choice;
	if (by.role !== 'owner') throw new CopydeskError('role_forbids', `only the owner may set ${name}`);
	if (stored !== null && !readSetting(name, stored).ok) throw new CopydeskError('invalid_request', `no value of ${name}`);
	if (stored === null) {
		await tables(tx).deleteFrom('setting').where('name', '=', name).execute();
	} else {
		const row = { value: stored, set_by: by.userId, set_at_ms: atMs };
		await tables(tx)
			.insertInto('setting')
			.values({ name, ...row })
			.onConflict((on) => on.column('name').doUpdateSet(row))
			.execute();
	}
	note({
		actorUserId: by.userId,
		action: 'setting.changed',
		entity: `setting:${name}`,
		outcome: 'ok',
		executionId,
		detail: { event: eventKey, value: stored === null || TEXTS.includes(name) ? null : stored, units: stored?.length ?? 0 },
	});
}

/** Settings whose value is a person's text; the audit does not store it. */
const TEXTS: readonly SettingName[] = ['house_style', 'channel_about', 'feeds', 'signature', 'hashtags', 'buttons'];

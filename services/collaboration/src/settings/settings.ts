/** What the owner set in chat: one row for each setting, read again at every question. */
import { CopydeskError } from '@copydesk/domain/errors';
import { isSettingName, readSetting, withDefaults, writeSetting } from '@copydesk/domain/settings/settings';
import type { SettingName, Settings } from '@copydesk/domain/settings/settings';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';

export interface StoredSettings {
	/** Every setting; what nobody set has its default. */
	readonly all: Settings;
	/** Those that were set. */
	readonly chosen: Partial<Settings>;
}

/** A value that this release cannot read counts as not set: an earlier or a later one may have stored it. */
export async function readSettings(db: Database): Promise<StoredSettings> {
	const rows = await tables(db).selectFrom('setting').select(['name', 'value']).execute();
	const chosen: Partial<Record<SettingName, unknown>> = {};
	for (const { name, value } of rows) {
		const reading = isSettingName(name) ? readSetting(name, value) : undefined;
		if (reading?.ok === true) chosen[name as SettingName] = reading.value;
	}
	return { all: withDefaults(chosen as Partial<Settings>), chosen: chosen as Partial<Settings> };
}

/** A choice of the owner. */
export interface Choice<Name extends SettingName> {
	readonly name: Name;
	/** Null: as it was before anybody set it. */
	readonly value: Settings[Name] | null;
	readonly by: Pick<Participant, 'userId' | 'role'>;
	readonly eventKey: string;
	readonly executionId?: string | null;
}

/**
 * Sets one setting; the audit names it and, where it is no text of a person, its value.
 * @throws CopydeskError role_forbids for anybody but the owner
 */
export async function setSetting<Name extends SettingName>(tx: Database, note: Note, choice: Choice<Name>, atMs: number): Promise<void> {
	const { name, value, by, eventKey, executionId = null } = choice;
	if (by.role !== 'owner') throw new CopydeskError('role_forbids', `only the owner may set ${name}`);
	const stored = value === null ? null : writeSetting(name, value);
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

/** Words of a person, which the audit does not keep. */
const TEXTS: readonly SettingName[] = ['house_style', 'feeds', 'signature', 'hashtags', 'buttons'];

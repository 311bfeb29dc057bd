import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../../scripts/desk/ports.ts';
import { ensureSecrets } from '../../../scripts/desk/secrets.ts';
import { n8nSpec, serviceEnvironment, type DeskSetting } from '../../../scripts/desk/services.ts';

describe('The time zone of a desk', () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-zone-'));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it("is that of n8n's clock too, so that the daily offer has the desk's hour and day", async () => {
		const ports = await freePorts();
		const zonesOf = (extraEnv?: DeskSetting['extraEnv']) => {
			const setting: DeskSetting = {
				...{ data: folder, ports, way: 'polling', secrets: ensureSecrets(join(folder, 'secrets')) },
				...(extraEnv === undefined ? {} : { extraEnv }),
			};
			const n8n = n8nSpec(setting, async () => undefined).env ?? {};
			return [serviceEnvironment(setting, 'collaboration')['COLLAB_TIME_ZONE'], n8n['GENERIC_TIMEZONE']];
		};
		expect(zonesOf({ collaboration: { COLLAB_TIME_ZONE: 'Asia/Tokyo' } })).to.deep.equal(['Asia/Tokyo', 'Asia/Tokyo']);
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		expect(zonesOf(), 'where none is named, both have the machine’s').to.deep.equal([undefined, timeZone]);
	});
});

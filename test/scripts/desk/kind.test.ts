import { expect } from 'chai';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@copydesk/kit/database/open';
import { PARTICIPANTS_FAMILY, PARTICIPANTS_MIGRATIONS } from '@copydesk/collaboration/participants/participants';
import { migrate } from '@copydesk/kit/database/migrate';
import { startDesk } from '../../../scripts/desk/desk.ts';
import { chosenKind, assignFolder } from '../../../scripts/desk/kind.ts';
import { readLiveConfig } from '../../../scripts/desk/live.ts';
import { ROOT, dataFolder, envFile } from '../../../scripts/desk/paths.ts';
import { setParticipants } from '../../../scripts/operator/people.ts';
import { freePorts } from '../../../scripts/desk/ports.ts';

const LIVE = readLiveConfig({
	MESSENGER_TOKEN: `123456789:${'A'.repeat(35)}`,
	MESSENGER_CHANNEL_ID: '-1009876543210',
	PUBLIC_WEBHOOK_URL: 'https://desk.example.net/webhook/copydesk',
	OWNER_USER_ID: '111',
	EDITOR_USER_ID: '222',
	AI_API_KEY: 'key-for-texts',
});

describe('Sandbox and real accounts on one machine', () => {
	let folder: string;
	let env: NodeJS.ProcessEnv;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'copydesk-kind-'));
		env = { COPYDESK_DATA_DIR: folder };
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it('have folders of their own, and the sandbox keeps the one it always had', () => {
		expect(dataFolder('sandbox', env)).to.equal(folder);
		expect(dataFolder('live', env)).to.equal(join(folder, 'live'));
	});

	it('share no folder, whichever way somebody points at one', () => {
		expect(assignFolder(folder, 'sandbox')).to.equal(undefined);
		expect(assignFolder(folder, 'sandbox')).to.equal(undefined);
		expect(assignFolder(folder, 'live')).to.equal(`${folder} belongs to a desk with the sandbox: set COPYDESK_DATA_DIR to another folder.`);
		const live = join(folder, 'live');
		expect(assignFolder(live, 'live')).to.equal(undefined);
		expect(assignFolder(live, 'sandbox')).to.include('belongs to a desk with real accounts');
	});

	it('moves nothing of an earlier release by itself, but says how', () => {
		mkdirSync(join(folder, 'secrets'));
		writeFileSync(join(folder, 'secrets', 'live-bot-token'), 'x');
		const live = join(folder, 'live');
		const said = assignFolder(live, 'live');
		expect(said).to.include(
			`mkdir -m 700 ${live} && mv ${folder}/collaboration ${folder}/renderer ${folder}/n8n ${folder}/secrets ${live}/`,
		);
		expect(said).to.include(`rm ${folder}/secrets/live-bot-token`);
		expect(existsSync(live)).to.equal(false);
		expect(assignFolder(folder, 'sandbox'), 'the sandbox goes on with what it has').to.equal(undefined);
		mkdirSync(join(live, 'secrets'), { recursive: true });
		expect(assignFolder(live, 'live'), 'after the move').to.equal(undefined);
	});

	it('keep their state where .env says, if it is the desk with real accounts, and never in the checkout by an empty value', () => {
		const file = join(folder, '.env');
		writeFileSync(file, `COPYDESK_DATA_DIR=${folder}/moved\n`, { mode: 0o600 });
		expect(dataFolder('live', { COPYDESK_ENV_FILE: file })).to.equal(join(folder, 'moved', 'live'));
		expect(dataFolder('live', { COPYDESK_ENV_FILE: file, ...env }), 'the environment wins').to.equal(join(folder, 'live'));
		expect(dataFolder('sandbox', { COPYDESK_ENV_FILE: file, COPYDESK_DATA_DIR: '' })).to.equal(join(ROOT, '.data'));
		expect(envFile({ COPYDESK_ENV_FILE: '' })).to.equal(join(ROOT, '.env'));
	});

	it('are told apart by a command: the one named, else the one with real accounts once it was started', () => {
		const unnamed = { live: false, sandbox: false };
		expect(chosenKind(unnamed, env)).to.equal('sandbox');
		mkdirSync(join(folder, 'live'));
		expect(chosenKind(unnamed, env)).to.equal('sandbox');
		writeFileSync(join(folder, 'live', 'operator.env'), '');
		expect(chosenKind(unnamed, env)).to.equal('live');
		expect(chosenKind({ live: false, sandbox: true }, env)).to.equal('sandbox');
		expect(chosenKind({ live: true, sandbox: false }, {})).to.equal('live');
		expect(() => chosenKind({ live: true, sandbox: true }, env)).to.throw('Expected --live or --sandbox, not both');
	});

	const storePeople = async (owner: number, editor?: number): Promise<void> => {
		const db = await openDatabase(`sqlite:${join(folder, 'live', 'collaboration', 'participants.sqlite')}`);
		await migrate(db, PARTICIPANTS_MIGRATIONS, PARTICIPANTS_FAMILY, 1);
		await setParticipants(db, { owner: { userId: owner }, ...(editor === undefined ? {} : { editor: { userId: editor } }) }, 1, 'test');
		await db.close();
	};
	const refusal = async (): Promise<string> =>
		await startDesk({ data: join(folder, 'live'), ports: await freePorts(), live: LIVE }).then(
			() => 'it started',
			(error: Error) => `${error.constructor.name}: ${error.message}`,
		);

	it('never start a real bot with other people than .env names, because a person with a stored id can publish', async () => {
		await storePeople(1001, 1002);
		const said = await refusal();
		expect(said).to.match(/^CannotStart: The desk in .*live has 1001 as owner, \.env says 111\.\n.* has 1002 as editor, \.env says 222\./);
		expect(said).to.include('npm run operator -- --live participants set --owner 111 --editor 222');
		expect(existsSync(join(folder, 'live', 'secrets')), 'nothing was begun').to.equal(false);
	});

	it('name the one person who differs', async () => {
		await storePeople(111);
		const said = await refusal();
		expect(said).to.include('has nobody as editor, .env says 222.').and.not.to.include('as owner');
	});
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { hunt } from './lanes.ts';
import { mutate, mutations, sourceOf, type Mutation } from './mutations.ts';

const named = (name: string): Mutation => {
	const found = mutations.find((each) => each.name === name);
	if (found === undefined) throw new Error(name);
	return found;
};

describe('Mutations', function () {
	this.timeout(300_000);

	it('change one place of the source each, which is still there', () => {
		for (const mutation of mutations) expect(mutate(mutation, sourceOf(mutation)), mutation.name).to.not.equal(sourceOf(mutation));
	});

	it('are refused when their place is not there, or more than once', () => {
		const [mutation] = mutations as [Mutation];
		expect(() => mutate(mutation, 'nothing of it')).to.throw('found it 0 times');
		expect(() => mutate(mutation, mutation.from + mutation.from)).to.throw('found it 2 times');
	});

	it('that send a card again are found by the count of cards', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const [found] = await hunt([named('card-sent-anew')], { seed: 5, schedules: 60, lanes: 1, say: () => undefined }, file);
		expect(found?.broken).to.match(/got 2 cards of .*, offered 1 times/);
		rmSync(dirname(file), { recursive: true });
	});

	it('of the search for a post are found, because others post in the channel too', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const bugs = [named('any-post-for-ours'), named('forwards-left')];
		const [mistaken, left] = await hunt(bugs, { seed: 6, schedules: 40, lanes: 1, say: () => undefined }, file);
		expect(mistaken?.broken).to.match(/is said to be post \d+ of the channel, and is post \d+|is published and not in the channel/);
		expect(left?.broken).to.match(/is left in chat|2 times and asked for 1/);
		rmSync(dirname(file), { recursive: true });
	});

	it('of videos are found within 60 schedules', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const bugs = ['video-in-previews-alone', 'video-lost-by-a-crash'].map(named);
		const hunts = await hunt(bugs, { seed: 44, schedules: 60, lanes: 1, say: () => undefined }, file);
		const [replaced, forgotten] = hunts.map(({ broken }) => broken);
		expect(replaced).to.match(/shows \w+, and p\d+ began with a video|is stuck in ready/);
		expect(forgotten).to.match(/shows \w+, and p\d+ began with a video/);
		rmSync(dirname(file), { recursive: true });
	});

	it('of albums and voices are found within 3 schedules each', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const bugs = ['album-in-order-of-arrival', 'album-of-captions', 'album-video-as-a-photo', 'voice-written-at-once'].map(named);
		const hunts = await hunt(bugs, { seed: 7, schedules: 3, lanes: 2, say: () => undefined }, file);
		const [turned, wordless, still, unread] = hunts.map(({ broken }) => broken);
		expect(turned).to.match(/asks for the items of the album \d+ as \d(?:, \d)+/);
		expect(wordless).to.match(/belongs to no material/);
		expect(still).to.match(/shows other content than the material|belongs to no material|is stuck/);
		expect(unread).to.include('was made of spoken words that nobody had approved');
		rmSync(dirname(file), { recursive: true });
	});

	it('of plans, approvals, reminders, corrections and take-downs are found within 60 schedules', async function () {
		this.timeout(900_000);
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const bugs = [
			...['plan-before-its-time', 'plan-however-late', 'plans-in-a-burst', 'plan-asked-about-in-silence', 'plan-keeps-its-claim'],
			...['approval-of-one', 'reminders-in-a-heap', 'reminder-at-night', 'reminder-lost-by-a-death'],
			...['correction-of-another-post', 'correction-without-number', 'withdrawal-marked-alone'],
		].map(named);
		const hunts = await hunt(bugs, { seed: 11, schedules: 60, lanes: 2, say: () => undefined }, file);
		expect(hunts.filter(({ foundBy }) => foundBy === undefined)).to.deep.equal([]);
		expect(hunts).to.have.length(bugs.length);
		rmSync(dirname(file), { recursive: true });
	});

	it('of presses that wait are found within 60 schedules', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const facts = { schedules: 60, lanes: 1, say: () => undefined };
		const hunts = [
			...(await hunt([named('press-despite-a-pause')], { ...facts, seed: 26 }, file)),
			...(await hunt(['cancelled-and-carried-out', 'wait-without-end'].map(named), { ...facts, seed: 25 }, file)),
		];
		const [despite, cancelled, forgotten] = hunts.map(({ broken }) => broken);
		expect(despite).to.include('claimed a version although the messenger asked to wait');
		expect(cancelled).to.include('claimed a version after it was cancelled');
		expect(forgotten).to.match(/waits for ever|never carried out/);
		rmSync(dirname(file), { recursive: true });
	});

	it('of topics that are asked for twice are found within 60 schedules', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const bugs = ['topic-repeated-unasked', 'topic-asked-for-meanwhile', 'anyway-asks-again'].map(named);
		const hunts = await hunt(bugs, { seed: 31, schedules: 60, lanes: 1, say: () => undefined }, file);
		const [unasked, meanwhile, again] = hunts.map(({ broken }) => broken);
		expect(unasked).to.include('are about one topic, and nobody was asked');
		expect(meanwhile).to.include('are about one topic, and nobody was asked');
		expect(again).to.include('was wanted anyway, and there is none');
		rmSync(dirname(file), { recursive: true });
	});

	it('are in the code that is played, and only where they were asked for', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'copydesk-')), 'hunts.json');
		const facts = { seed: 1, schedules: 6, lanes: 2, say: () => undefined };
		const both = [named('claim-of-everybody'), named('not-modified-is-refusal')];
		const [found, missed] = await hunt(both, facts, file);
		expect(found?.broken).to.match(/\d presses were told that they claimed/);
		expect(missed).to.deep.equal({ name: 'not-modified-is-refusal', schedules: 6 });
		const said: string[] = [];
		expect(await hunt(both, { ...facts, say: (text) => void said.push(text) }, file)).to.deep.equal([found, missed]);
		expect(said, 'what is done is not done again').to.deep.equal([]);
		rmSync(dirname(file), { recursive: true });
	});
});

/**
 * Draws the sheet of covers for a logo, and shows what came of it. All that is known of it is stored with the message and the presses, so a
 * round after a crash goes on where the last one was.
 */
import { FONT_FAMILIES } from '@copydesk/domain/cover/template';
import type { CoverTemplate } from '@copydesk/domain/cover/template';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import type { LogoProblem } from '@copydesk/domain/cover/logoGround';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';
import { logoFaultText } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { faultPoint } from '@copydesk/kit/faultPoints';
import { createBackoff } from '../deliveries/backoff.ts';
import { NOBODY, messageUnder } from '../deliveries/journal.ts';
import { inPlaceOrAnew, isTold } from '../deliveries/tell.ts';
import type { Tell, Try } from '../deliveries/tell.ts';
import { keyboardOf } from '../messenger/buttons.ts';
import type { Branding } from '../messenger/covers.ts';
import { editedCaption, editedMedia, photoMessage } from '../messenger/requests.ts';
import type { MessengerRequest, Picture } from '../messenger/requests.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Participant } from '../participants/participants.ts';
import type { ReadLogo } from '../photos/logo.ts';
import { changeOffer, offeredBrand, readOffer } from '../settings/brandOffer.ts';
import type { BrandOffer } from '../settings/brandOffer.ts';
import { readBrand } from '../settings/coverStyle.ts';
import { readSettings } from '../settings/settings.ts';
import { sheetOf } from '../settings/sheet.ts';

/** What the job needs of the world outside. */
export interface LogoParts {
	readonly readLogo: ReadLogo;
	readonly branding: Branding;
}

interface BrandSheetsOptions extends LogoParts {
	readonly db: Database;
	readonly tell: Tell;
	readonly trySend: Try;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly nowMs: () => number;
}

const PURPOSE = 'brand';
/** The templates of a sheet, in rows of two. */
const SHOWN = ['panel', 'full', 'frame', 'words'] as const satisfies readonly CoverTemplate[];
/** What does not answer is asked so often, over about a minute; then the person is told. */
const MOST_TRIES = 4;

/** @returns one round */
export function createBrandSheets(options: BrandSheetsOptions): () => Promise<void> {
	const { db, actors, nowMs } = options;
	const backoff = createBackoff(nowMs);
	const tries = new Map<string, number>();
	return async () => {
		const offer = await readOffer(db);
		if (offer === undefined || offer.state === 'shown') return;
		const key = `${offer.key}:${offer.sheet}:${offer.state}`;
		if (!backoff.due(key)) return;
		const owner = await actors.active(offer.by);
		if (owner?.role !== 'owner') return void (await changeOffer(db, offer, null));
		const isLast = (tries.get(key) ?? 0) + 1 >= MOST_TRIES;
		if (await goOn(offer, owner, isLast, options)) return void tries.delete(key);
		tries.set(key, (tries.get(key) ?? 0) + 1);
		backoff.again(key);
	};
}

/** @returns whether this step is done; else it is tried again */
async function goOn(offer: BrandOffer, owner: Participant, isLast: boolean, options: BrandSheetsOptions): Promise<boolean> {
	if (offer.state !== 'asked') return sayOver(offer, owner, options);
	const prepared = offer.brands.length > 0 ? offer : await prepare(offer, options);
	if ('problem' in prepared) {
		if (prepared.problem.kind === 'away' && !isLast) return false;
		return sayProblem(offer, owner, prepared.problem, options);
	}
	if (prepared !== offer && !(await changeOffer(options.db, offer, prepared))) return true;
	faultPoint('brand.prepared');
	const sheet = await drawSheet(prepared, owner, options);
	if (sheet === null) return isLast ? sayProblem(prepared, owner, { kind: 'away' }, options) : false;
	const { status } = await send(prepared, owner, sheet, options);
	faultPoint('brand.sent');
	if (!isTold(status)) return false;
	await changeOffer(options.db, prepared, { ...prepared, state: 'shown' });
	return true;
}

/** The brands that go with the logo: those that the renderer takes, with the name and the font of the present one. */
async function prepare(
	offer: BrandOffer,
	{ db, readLogo, branding }: BrandSheetsOptions,
): Promise<BrandOffer | { readonly problem: PhotoProblem | LogoProblem }> {
	const read = await readLogo(offer.file_id);
	if ('problem' in read) return read;
	const before = await readBrand(db);
	const name = before?.name ?? '';
	const font = FONT_FAMILIES.find((family) => family === before?.font) ?? null;
	const brands: BrandOffer['brands'][number][] = [];
	for (const { panel, accent, isRecoloured, logo } of read.pairs) {
		const kept = await branding.keep({ name, panel, accent, font, font_file: null, logo });
		if (kept === 'away') return { problem: { kind: 'away' } };
		if (kept !== 'refused') brands.push({ ...kept, name, panel, accent, font, has_logo: true, is_recoloured: isRecoloured });
	}
	return brands.length === 0 ? { problem: { kind: 'empty' } } : { ...offer, brands };
}

async function drawSheet(offer: BrandOffer, owner: Participant, { branding, languages }: BrandSheetsOptions): Promise<Buffer | null> {
	const brand = offeredBrand(offer);
	const language = await languages.of(owner);
	const covers: Buffer[] = [];
	for (const template of SHOWN) {
		const cover = brand === undefined ? null : await branding.sample(template, brand.brand_id, language);
		if (cover === null) return null;
		covers.push(cover);
	}
	return sheetOf(covers);
}

/** The keys of a sheet's messages. */
const keysOf = ({ key, sheet }: BrandOffer): readonly string[] =>
	Array.from({ length: sheet }, (_, index) => `${key}:${index + 1}`).flatMap((each) => [each, `${each}#anew`]);

const placeOf = (db: Database, offer: BrandOffer, { userId }: Participant) =>
	messageUnder(db, { purpose: PURPOSE, recipient_user_id: userId }, ...keysOf(offer));

/** Sends a sheet, or puts it in the place of the one before it. */
async function send(offer: BrandOffer, owner: Participant, sheet: Buffer, { db, trySend, languages }: BrandSheetsOptions) {
	const brand = offeredBrand(offer);
	const messages = await languages.messagesFor(owner);
	const { logo } = messages;
	const isFontLost = ((await readBrand(db))?.font ?? null) !== (brand?.font ?? null);
	const caption = [
		logo.sheet,
		...(brand?.is_recoloured === true ? [logo.recoloured] : []),
		...((await isClassic(db)) ? [logo.classic] : []),
		...(isFontLost ? [logo.fontLost] : []),
	].join('\n\n');
	const about = { draft_key: offer.key, version: offer.sheet };
	const below = keyboardOf(messages, [
		[
			{ action: 'brand_use', ...about },
			...(offer.brands.length > 1 ? [{ action: 'brand_other' as const, ...about }] : []),
			{ action: 'brand_leave', ...about },
		],
	]);
	const photo: Picture = { bytes: sheet, fileName: `covers-${offer.sheet}.png` };
	const sent = await inPlaceOrAnew(`${offer.key}:${offer.sheet}`, await placeOf(db, offer, owner), (entity_key, place) =>
		deliver(owner, offer, entity_key, trySend, async () =>
			place === null
				? photoMessage(owner.chatId, photo, { text: caption, entities: [] }, below)
				: editedMedia(owner.chatId, place, { picture: photo }, { text: caption, entities: [] }, { below }),
		),
	);
	return { status: sent?.delivery.state ?? 'not_sent' };
}

/** Whether the owner chose the template that wears no brand; with a brand it is not the default. */
const isClassic = async (db: Database): Promise<boolean> => (await readSettings(db)).chosen.template === TEMPLATE_VERSION;

const deliver = (owner: Participant, { key }: BrandOffer, entity_key: string, trySend: Try, build: () => Promise<MessengerRequest>) =>
	trySend(
		{
			...{ purpose: PURPOSE, entity_key, operation: 'notice', recipient_user_id: owner.userId, chat_id: owner.chatId },
			...{ ...NOBODY, event_key: key },
		},
		{ build, allowed: async () => true },
	);

/** What was decided stands under the sheet, without its buttons. */
async function sayOver(offer: BrandOffer, owner: Participant, { db, trySend, languages }: BrandSheetsOptions): Promise<boolean> {
	const place = await placeOf(db, offer, owner);
	const { logo } = await languages.messagesFor(owner);
	const used = [logo.used, ...((await isClassic(db)) ? [logo.classic] : [])].join('\n\n');
	const text = offer.state === 'used' ? used : logo.left;
	const sent =
		place === null
			? undefined
			: await deliver(owner, offer, `${offer.key}:over`, trySend, async () => editedCaption(owner.chatId, place, { text, entities: [] }));
	if (place !== null && !isTold(sent?.delivery.state)) return false;
	await changeOffer(db, offer, null);
	return true;
}

async function sayProblem(
	offer: BrandOffer,
	owner: Participant,
	problem: PhotoProblem | LogoProblem,
	{ db, tell }: BrandSheetsOptions,
): Promise<boolean> {
	const { status } = await tell(owner, {
		...{ purpose: PURPOSE, entity_key: `${offer.key}:problem`, cause: { ...NOBODY, event_key: offer.key } },
		text: (messages) => logoFaultText(messages, problem),
	});
	if (!isTold(status)) return false;
	await changeOffer(db, offer, null);
	return true;
}

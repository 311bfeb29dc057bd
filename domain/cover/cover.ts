import type { CoverRequest } from '../api/renderer.ts';
import { BUILT_IN_IMAGE_ID, DRAFT_ID, IMAGE_ID, SHA256_HEX } from '../ids.ts';
import { COVER_SIDE_PX, MAX_CATEGORY_UNITS, MAX_RENDERER_VERSION, TEMPLATE_VERSION } from '../limits.ts';
import { languageByWords } from '../languages/stopWords.ts';
import { wordsOnCover } from './signs.ts';
import { hasPicture, templateNamed } from './template.ts';

export type { CoverRequest };

/** What a material says on its cover. */
interface CoverSubject {
	readonly draft_key: string;
	readonly version: number;
	readonly title: string | null;
	readonly subtitle: string | null;
	readonly category: string | null;
	readonly source_image_id: string | null;
	readonly body?: string | null;
	/** A service that is older than this package says nothing of these three. */
	readonly cover_template?: string | null;
	readonly link?: string | null;
	/** Milliseconds since 1970. */
	readonly created_at?: number;
}

/** @param zone of the channel */
export function coverRequest(subject: CoverSubject, zone: string): CoverRequest {
	const { draft_key, version, source_image_id, cover_template } = subject;
	const { title, subtitle, category } = wordsOnCover(subject);
	return {
		draft_id: draft_key,
		version,
		template_version: cover_template ?? TEMPLATE_VERSION,
		title,
		subtitle,
		category: labelOf(category, subject, zone),
		// A request names a picture in any case; a template without one shows none.
		image_id: (source_image_id ?? '') === '' && !hasPicture(cover_template) ? BUILT_IN_IMAGE_ID : (source_image_id ?? ''),
	};
}

/** Source and date follow the label in the template that has a line for them, as far as there is room; the source comes first. */
function labelOf(label: string, subject: CoverSubject, zone: string): string {
	const { cover_template, link, created_at } = subject;
	if (templateNamed(cover_template).template !== 'news' || created_at === undefined) return label;
	const [long, short] = (['long', 'short'] as const).map((month) => dayOf(created_at, languageOf(subject), zone, month));
	const site = (link ?? '') === '' || !URL.canParse(link ?? '') ? [] : [new URL(link ?? '').hostname.replace(/^www\./, '')];
	const lines = [
		[label, ...site, long],
		[label, ...site, short],
		[label, ...site],
		[label, long],
		[label, short],
	].map((parts) => parts.join(' · '));
	return lines.find((line) => line.length <= MAX_CATEGORY_UNITS) ?? label;
}

/** The language of a post, from what its version stores, so that the same version asks for the same cover again. */
const languageOf = ({ title, subtitle, body }: CoverSubject): string =>
	languageByWords([title, subtitle, body].join(' ')) ?? (/\p{Script=Cyrillic}/u.test(title ?? '') ? 'ru' : 'en');

/** Without the word for “year” that Russian and Ukrainian add. */
const dayOf = (atMs: number, language: string, timeZone: string, month: 'long' | 'short'): string =>
	new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-ca-gregory-nu-latn`, {
		day: 'numeric',
		month,
		year: 'numeric',
		timeZone,
	})
		.format(atMs)
		.replace(/\s[гр]\.$/u, '');

/** The renderer serves versions up to 1000000 and ids of its own shape; both are narrower than what a person may type. */
export function isServed(request: CoverRequest): boolean {
	return (
		DRAFT_ID.test(request.draft_id) &&
		Number.isInteger(request.version) &&
		request.version >= 1 &&
		request.version <= MAX_RENDERER_VERSION &&
		IMAGE_ID.test(request.image_id)
	);
}

/** The first field of an answer that is not as the specification has it; null when all are. */
export function coverMismatch(request: CoverRequest, answer: Readonly<Record<string, unknown>>): string | null {
	for (const key of ['draft_id', 'version', 'template_version', 'image_id'] as const) if (answer[key] !== request[key]) return key;
	for (const key of ['width', 'height'] as const) if (answer[key] !== COVER_SIDE_PX) return key;
	if (answer['mime_type'] !== 'image/png') return 'mime_type';
	for (const key of ['asset_id', 'request_sha256', 'template_fingerprint'] as const) {
		const value = answer[key];
		if (typeof value !== 'string' || !SHA256_HEX.test(value)) return key;
	}
	return answer['asset_path'] === `/v1/assets/${String(answer['asset_id'])}.png` ? null : 'asset_path';
}

/** The characters that the renderer names in a refusal, each once, or their code points where they show nothing by themselves. */
export function refusedCharacters(fields: readonly { readonly message: string }[]): string {
	const names = fields.flatMap(({ message }) => message.match(/(?:[^\s,] )?U\+[\dA-F]{4,6}/gu) ?? []);
	return [...new Set(names.map((name) => name.split(' ')[0] ?? name))].join(' ');
}

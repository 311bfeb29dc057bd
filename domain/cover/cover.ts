import { DRAFT_ID, IMAGE_ID, SHA256_HEX } from '../ids.ts';
import { COVER_SIDE_PX, MAX_RENDERER_VERSION, TEMPLATE_VERSION } from '../limits.ts';

/** What the renderer is asked for. */
export interface CoverRequest {
	readonly draft_id: string;
	readonly version: number;
	readonly template_version: string;
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
	readonly image_id: string;
}

/** What a material says on its cover. */
interface CoverSubject {
	readonly draft_key: string;
	readonly version: number;
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
	readonly source_image_id: string;
}

export function coverRequest(subject: CoverSubject): CoverRequest {
	return {
		draft_id: subject.draft_key,
		version: subject.version,
		template_version: TEMPLATE_VERSION,
		title: subject.title,
		subtitle: subject.subtitle,
		category: subject.category,
		image_id: subject.source_image_id,
	};
}

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

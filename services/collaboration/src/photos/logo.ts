/** A logo that a person sent: in which colours covers may wear it, or why they cannot. */
import type { LogoProblem } from '@copydesk/domain/cover/logoGround';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';
import type { Files } from '../messenger/files.ts';
import { decodedBy } from './prepare.ts';

/** Two colours, and the logo as it is seen on the first: a PNG in base64. */
export interface LogoPair {
	readonly panel: string;
	readonly accent: string;
	/** Whether some of it is light or dark in place of its own colour. */
	readonly isRecoloured: boolean;
	readonly logo: string;
}

export type ReadLogo = (
	fileId: string,
) => Promise<{ readonly pairs: readonly LogoPair[] } | { readonly problem: PhotoProblem | LogoProblem }>;

/** Never rejects. */
export const readingLogos =
	(files: Files): ReadLogo =>
	async (fileId) => {
		const fetched = await files.fetch(fileId);
		if ('missing' in fetched) return { problem: { kind: fetched.missing } };
		const { said } = await decodedBy(['logo'], fetched.bytes);
		return said as Awaited<ReturnType<ReadLogo>>;
	};

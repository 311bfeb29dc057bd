import type { IDataObject } from 'n8n-workflow';

import type { CheckMaterial } from '../../domain/check/material.ts';
import type { CheckProgress } from '../../domain/check/outcome.ts';
import type { KeptVerdict } from '../../domain/material/material.ts';
import type { Span } from '../../domain/revision/edits.ts';
import type { Travelling } from '../shared/fields.ts';
import { kindOf, linkOf, postOf, subjectOf } from '../shared/material.ts';

/** The item of the check graph holds the material's fields flat, as its declared inputs have them. */
export function checkMaterialOf(item: IDataObject): CheckMaterial {
	const link = linkOf(item);
	const itemLink = item['item_link'];
	const { facts, source_blocks } = subjectOf(item);
	return {
		...postOf(item),
		kind: kindOf(item),
		link,
		// A news post whose batch is not at hand is held against its own link.
		item_link: typeof itemLink === 'string' && itemLink !== '' ? itemLink : kindOf(item) === 'news' ? link : null,
		caption: typeof item['caption'] === 'string' ? item['caption'] : '',
		facts,
		source_blocks,
		edit_scope: Array.isArray(item['edit_scope']) ? (item['edit_scope'] as Span[]) : null,
	};
}

/** The row of the text that is checked, which is in one state all the while. */
export function rowOf(item: IDataObject) {
	return { draft_key: String(item['draft_key']), version: Number(item['version']), state: 'text_preparing' } as const;
}

/** Verdicts on this text that were paid for in an earlier run. The service may be older than this package, and say nothing of them. */
export function paidVerdictsOf(item: IDataObject): readonly KeptVerdict[] {
	return Array.isArray(item['kept_verdicts']) ? (item['kept_verdicts'] as KeptVerdict[]) : [];
}

/** @throws Error when the check has not begun */
export function progressOf({ check }: Travelling): CheckProgress {
	if (check !== undefined) return check;
	throw new Error('Expected the progress of a check in the item but found none. Put this node after Caption Check: Build Request.');
}

/** The next step of the graph: ask, repair, or end. */
export function nextOf(progress: CheckProgress): 'ask' | 'repair' | 'end' {
	if (progress.ground_error !== null || progress.passed) return 'end';
	if (progress.repair_needed) return 'repair';
	return progress.checks === 0 || (progress.repaired && progress.checks === 1) ? 'ask' : 'end';
}

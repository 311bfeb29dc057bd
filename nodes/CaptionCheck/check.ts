import type { IDataObject } from 'n8n-workflow';

import type { CheckMaterial } from '../../domain/check/material.ts';
import type { CheckProgress } from '../../domain/check/outcome.ts';
import type { KeptVerdict } from '../../domain/material/material.ts';
import type { CoverLine } from '../../domain/revision/asSet.ts';
import type { Span } from '../../domain/revision/edits.ts';
import { briefOf, kindOf, linkOf, postOf, said, subjectOf } from '../shared/material.ts';
import type { Travelling } from '../shared/item.ts';
import { tagOf } from '../shared/settings.ts';

/** The fields of the text that is checked, as the graph declares them. The field `request` of the item is what the AI is asked. */
export const checkedRow = (item: Travelling): IDataObject => ({ ...item, request: item['wish'] });

export function checkMaterialOf(travelling: Travelling): CheckMaterial {
	const item = checkedRow(travelling);
	const link = linkOf(item);
	const itemLink = item['item_link'];
	const { facts, source_blocks } = subjectOf(item);
	const language = tagOf(travelling.settings);
	return {
		...postOf(item),
		kind: kindOf(item),
		link,
		item_link: typeof itemLink === 'string' && itemLink !== '' ? itemLink : null,
		caption: typeof item['caption'] === 'string' ? item['caption'] : '',
		facts,
		source_blocks,
		brief: briefOf(item),
		...(language === null ? {} : { language }),
		below: typeof item['below'] === 'number' ? item['below'] : 0,
		as_set: Array.isArray(item['as_set']) ? (item['as_set'] as CoverLine[]) : [],
		edit_scope: Array.isArray(item['edit_scope']) ? (item['edit_scope'] as Span[]) : null,
	};
}

/**
 * Beside facts and sources, what its addresses and numbers may come from: the request, the settings, and of a news revision its own text,
 * because its sources never take up what a person wrote into it.
 */
export function knownTo(item: Travelling): readonly string[] {
	const row = checkedRow(item);
	const { title, subtitle, body } = postOf(row);
	const isNewsRevision = kindOf(row) === 'news' && Number(row['version']) > 1;
	return [...said(row, item.settings), ...(isNewsRevision ? [title, subtitle, body] : [])];
}

/** The row of the text that is checked, which is in one state all the while. */
export function rowOf(item: Travelling) {
	const { draft_key, version } = checkedRow(item);
	return { draft_key: String(draft_key), version: Number(version), state: 'text_preparing' } as const;
}

/** Verdicts on this text that were paid for in an earlier run. The service may be older than this package, and say nothing of them. */
export function paidVerdictsOf(item: Travelling): readonly KeptVerdict[] {
	const { kept_verdicts: kept } = checkedRow(item);
	return Array.isArray(kept) ? (kept as KeptVerdict[]) : [];
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

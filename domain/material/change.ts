/** What a revision changes, as far as one line can say it. */
import { lookOf, type Look } from '../cover/template.ts';
import type { Material } from './material.ts';

export type Change =
	| { readonly kind: 'title'; readonly to: string }
	| { readonly kind: 'words'; readonly from: string; readonly to: string }
	| { readonly kind: 'wish'; readonly words: string }
	| { readonly kind: 'picture' }
	| { readonly kind: 'look'; readonly look: Exclude<Look, 'cover'> };

type Version = Pick<Material, 'title' | 'subtitle' | 'body' | 'request' | 'source_image_id' | 'cover_template'>;

/** @returns null when the next version says and shows the same */
export function changeOf(old: Version, next: Version): Change | null {
	if (next.request !== null && next.request !== old.request) return { kind: 'wish', words: next.request };
	for (const field of ['title', 'subtitle', 'body'] as const) {
		const [from, to] = [old[field] ?? '', next[field] ?? ''];
		if (from !== to && to !== '' && field === 'title') return { kind: 'title', to };
		if (from !== to && to !== '') return { kind: 'words', ...difference(from, to) };
	}
	if (old.source_image_id !== null && next.source_image_id !== old.source_image_id) return { kind: 'picture' };
	const look = lookOf(next.cover_template);
	return look === lookOf(old.cover_template) ? null : { kind: 'look', look };
}

/** The words that differ, with the one before them where nothing would be left of a side. */
function difference(from: string, to: string): { readonly from: string; readonly to: string } {
	const [old, next] = [from.split(' '), to.split(' ')];
	const shorter = Math.min(old.length, next.length);
	let start = 0;
	while (start < shorter && old[start] === next[start]) start += 1;
	let end = 0;
	while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
	const isOneSided = start === old.length - end || start === next.length - end;
	const first = isOneSided && start > 0 ? start - 1 : start;
	return { from: old.slice(first, old.length - end).join(' '), to: next.slice(first, next.length - end).join(' ') };
}

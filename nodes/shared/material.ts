import type { IDataObject } from 'n8n-workflow';

import type { PostSubject } from '../../domain/ai/post.ts';
import type { Fact, PostText, SourceBlock } from '../../domain/caption/bounds.ts';

/** Reads of a material row that comes over the wire: null is an empty text. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

export function postOf(material: IDataObject): PostText {
	return { title: text(material['title']), subtitle: text(material['subtitle']), body: text(material['body']) };
}

export function linkOf(material: IDataObject): string | null {
	return text(material['link']) === '' ? null : text(material['link']);
}

export function kindOf(material: IDataObject): 'news' | 'post' {
	return material['kind'] === 'news' ? 'news' : 'post';
}

export function subjectOf(material: IDataObject): PostSubject {
	return {
		request: text(material['request']),
		link: linkOf(material),
		facts: list<Fact>(material['facts']),
		source_blocks: list<SourceBlock>(material['source_blocks']),
	};
}

/** What travels as a problem: the code, the stage it happened in, and what it is about. */
export function problem(code: string, stage: string, detail: string | null = null): IDataObject {
	return { code, stage, ...(detail === null || detail === '' ? {} : { detail }) };
}

import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { deskBrand } from './brand.ts';
import { ffSquareTemplate } from './ffSquareTemplate.ts';
import { layouts } from './layouts.ts';
import { layoutTemplate } from './layoutTemplate.ts';
import { fontsHash } from './fingerprint.ts';
import type { Template } from './template.ts';

/** All templates that there are, each made when it is first asked for. */
export function openTemplates(): (version: string) => Template {
	const made = new Map<string, Template>();
	return (version) => {
		let template = made.get(version);
		if (template === undefined) {
			template = makeTemplate(version);
			made.set(version, template);
		}
		return template;
	};
}

function makeTemplate(version: string): Template {
	if (version === TEMPLATE_VERSION) return ffSquareTemplate();
	const layout = layouts.find((candidate) => candidate.version === version);
	if (layout === undefined) throw new TypeError(`Expected a template but received ${version}`);
	return layoutTemplate(layout, deskBrand, version, fontsHash());
}

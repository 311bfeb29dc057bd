import { templateNamed } from '@copydesk/domain/cover/template';
import { CopydeskError } from '@copydesk/domain/errors';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import type { Typeface } from '../fonts/typeface.ts';
import { type Brand, deskBrand } from './brand.ts';
import { readBrand } from './brandFile.ts';
import { ffSquareTemplate } from './ffSquareTemplate.ts';
import { fontsHash } from './fingerprint.ts';
import { layouts } from './layouts.ts';
import { layoutTemplate } from './layoutTemplate.ts';
import type { Template } from './template.ts';

/** How many brands are kept: a brand may have a font of some megabytes. */
const MOST_BRANDS = 4;

/** All templates of a thread, each made when first used. */
export interface Templates {
	/** Undefined until the thread has its brand. @throws TypeError for an unknown template name */
	find(version: string): Template | undefined;
	/**
	 * @param isNew whether to judge it; a stored brand keeps its look when the rules change
	 * @throws CopydeskError invalid_request with a field error for each broken rule
	 */
	addBrand(bytes: Uint8Array, isNew: boolean): Promise<void>;
}

export function openTemplates(typeface: Typeface): Templates {
	const made = new Map<string, Template>();
	const brands = new Map<string, Brand>();
	const fonts = fontsHash();

	function forgetOldest(): void {
		const [oldest] = brands.keys();
		if (oldest === undefined || brands.size <= MOST_BRANDS) return;
		brands.delete(oldest);
		for (const version of made.keys()) if (version.endsWith(`@${oldest}`)) made.delete(version);
	}

	function make(version: string): Template | undefined {
		if (version === TEMPLATE_VERSION) return ffSquareTemplate();
		const named = templateNamed(version);
		if (named.template === TEMPLATE_VERSION) throw new TypeError(`Expected a template but received ${version}`);
		const layout = layouts[named.template];
		const brand = named.brand === null ? deskBrand : brands.get(named.brand);
		return brand === undefined ? undefined : layoutTemplate(layout, brand, version, fonts);
	}

	return {
		find(version) {
			const template = made.get(version) ?? make(version);
			if (template !== undefined) made.set(version, template);
			return template;
		},
		async addBrand(bytes, isNew) {
			const { brand, faults } = await readBrand(bytes, typeface);
			if (isNew && faults.length > 0) {
				throw new CopydeskError('invalid_request', faults.map(({ path, message }) => `${path}: ${message}`).join('; '), { fields: faults });
			}
			if (brand.sha256 !== null) brands.set(brand.sha256, brand);
			forgetOldest();
		},
	};
}

import { expect } from 'chai';
import { COVER_TEMPLATES } from '@copydesk/domain/cover/template';
import { withSoftHyphens } from '../../../services/renderer/src/layout/hyphens.ts';
import { createRenderer } from '../../../services/renderer/src/render.ts';

const split = (title: string, subtitle = ''): string => withSoftHyphens({ title, subtitle, category: '' }).replaceAll('\u{AD}', '|');

describe('a long word of a title', () => {
	it('may be split by the rules of its language, which the words around it show', () => {
		expect(split('Rechtsschutzversicherungsgesellschaften')).to.equal('Rechts|schutz|ver|si|che|rungs|ge|sell|schaf|ten');
		expect(split('Достопримечательности')).to.equal('До|сто|при|ме|ча|тель|но|сти');
		expect(split('The internationalisation of the port')).to.match(/^The in\|?ter\|na\|tion\|al.*sa\|tion of the port$/u);
		expect(split('Το ηλεκτροεγκεφαλογράφημα')).to.include('|');
	});

	it('is left alone if it is short, has hyphens of its own, or is in a script that splits no words', () => {
		for (const title of ['The quiet return of the night train', 'Rechts\u{AD}schutzversicherungsgesellschaften', 'ראתחזקתבגדהוזחטיכלמנ'])
			expect(withSoftHyphens({ title, subtitle: '', category: '' })).to.equal(title);
	});

	it('lets the title be large in every template but the one that never changes', () => {
		const renderer = createRenderer();
		const text = { title: 'Rechtsschutzversicherungsgesellschaften', subtitle: '', category: '' };
		for (const version of COVER_TEMPLATES.filter((name) => name !== 'ff-square-0.1')) {
			const { titleFontPx, lines } = renderer.setTexts(text, { template: renderer.template(version)! });
			expect(titleFontPx, version).to.be.at.least(96);
			expect(lines.title, version).to.be.at.least(2);
		}
	});
});

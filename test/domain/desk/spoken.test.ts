import { expect } from 'chai';

import { languageOf } from '../../../domain/language.ts';
import { languageNamed } from '../../../domain/messages/catalogue.ts';
import { learntFrom, spokenLanguage } from '../../../domain/desk/spoken.ts';
import type { Known } from '../../../domain/desk/spoken.ts';

const nothing: Known = { operator: null, chosen: null, heard: null };

describe('The language of a person', () => {
	it("is the desk's as long as nothing is known", () => expect(spokenLanguage(nothing, 'ru')).to.equal('ru'));

	it("is their messenger's before the desk's", () => expect(spokenLanguage({ ...nothing, heard: 'ru' }, 'en')).to.equal('ru'));

	it("is what the operator said before their messenger's", () => {
		expect(spokenLanguage({ ...nothing, heard: 'en', operator: { language: 'ru', atMs: 1 } }, 'en')).to.equal('ru');
	});

	it('is the latest word of operator and person', () => {
		const operator = { language: 'ru', atMs: 5 } as const;
		expect(spokenLanguage({ operator, chosen: { language: 'en', atMs: 6 }, heard: 'ru' }, 'ru')).to.equal('en');
		expect(spokenLanguage({ operator, chosen: { language: 'en', atMs: 4 }, heard: 'en' }, 'en')).to.equal('ru');
	});
});

describe('What a message says about the language of its sender', () => {
	it('is the language of the messenger, at /start only', () => {
		expect(learntFrom({ kind: 'start' }, 'ru', 9)).to.deep.equal({ heard: 'ru' });
		expect(learntFrom({ kind: 'start' }, null, 9)).to.equal(undefined);
		expect(learntFrom({ kind: 'help' }, 'ru', 9)).to.equal(undefined);
	});

	it('is what /language names', () => {
		const asked = { kind: 'command', name: 'language' } as const;
		expect(learntFrom({ ...asked, args: { language: 'en' } }, 'ru', 9)).to.deep.equal({ chosen: { language: 'en', atMs: 9 } });
		expect(learntFrom({ ...asked, args: { language: null } }, 'ru', 9)).to.equal(undefined);
	});
});

describe('A language', () => {
	it('is known by any of its tags', () => {
		for (const [tag, language] of [
			['ru', 'ru'],
			['ru-RU', 'ru'],
			['EN_us', 'en'],
			['rue', null],
			['uk', 'uk'],
			['pt-PT', 'pt-BR'],
			['be', null],
			['', null],
			[null, null],
			[7, null],
		] as const)
			expect(languageOf(tag), String(tag)).to.equal(language);
	});

	it('is named by a person as they call it', () => {
		expect(['ru', ' русский ', 'English', 'Deutsch', 'французский', 'fi', ''].map(languageNamed)).to.deep.equal([
			...['ru', 'ru', 'en', 'de', 'fr', null, null],
		]);
	});
});

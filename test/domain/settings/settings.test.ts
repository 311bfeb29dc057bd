import { expect } from 'chai';
import { languages } from '../../../domain/language.ts';
import { messagesIn } from '../../../domain/messages/catalogue.ts';
import { choiceText, readTyped, settingProblemText, settingText } from '../../../domain/messages/settings.ts';
import { forGraphs, readSetting, settingNames, settings, withDefaults, writeSetting } from '../../../domain/settings/settings.ts';
import type { SettingName, Settings } from '../../../domain/settings/settings.ts';

/** What a person types, and the value that it means. */
const understood: readonly [SettingName, string, unknown][] = [
	['language', 'auto', 'auto'],
	['language', 'Автоматически', 'auto'],
	['language', 'Deutsch', 'de'],
	['language', 'german', 'de'],
	['language', 'немецкий', 'de'],
	['language', 'по-украински', 'uk'],
	['language', 'на французском', 'fr'],
	['language', 'RU', 'ru'],
	['house_style', ' Short sentences. ', 'Short sentences.'],
	['house_style', 'none', ''],
	['feeds', 'https://a.example/feed.xml\nhttps://b.example/{topic}', ['https://a.example/feed.xml', 'https://b.example/{topic}']],
	['feeds', 'нет', []],
	['daily_offer', '9', 9],
	['daily_offer', 'at 18:00', 18],
	['daily_offer', 'в 7', 7],
	['daily_offer', 'ВЫКЛ', null],
	['cards', '3', 3],
	['slots', 'Mon-Fri 09:00 18:30 ; sat 11:00', 'mon-fri 09:00 18:30; sat 11:00'],
	['remind_hours', 'never', 0],
	['quiet_from', '22', '22:00'],
	['quiet_to', '7.30', '07:30'],
	['picture', 'Фото', 'photo'],
	['hashtags', '#ferry, #гавань', { kind: 'list', tags: ['#ferry', '#гавань'] }],
	['hashtags', 'ии до 3', { kind: 'ai', most: 3 }],
	['hashtags', '#हिन्दी', { kind: 'list', tags: ['#हिन्दी'] }],
	['buttons', 'A\u202eb https://a.example/?q=1;2', [{ text: 'Ab', url: 'https://a.example/?q=1;2' }]],
	['buttons', 'Read more https://a.example/x', [{ text: 'Read more', url: 'https://a.example/x' }]],
	['silent', 'да', true],
	['caption_above', 'off', false],
	['source_form', 'words', 'words'],
];

/** What is refused, and what the person is told of it. */
const refused: readonly [SettingName, string, string][] = [
	['language', 'Klingon', 'I do not know the language “Klingon”. Write its name, for example: German.'],
	['feeds', 'https://a.example ftp://b.example', '“ftp://b.example” is not the address of a feed. It begins with https://.'],
	['feeds', Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`).join(' '), 'That is 21; the limit is 20.'],
	['daily_offer', 'soon', '“soon” is not an hour. Write a full hour like 9 or 18:00, or “off”.'],
	['daily_offer', '9:30', '“9:30” is not an hour. Write a full hour like 9 or 18:00, or “off”.'],
	['cards', '7', 'Write a whole number from 1 to 6.'],
	['cards', 'off', 'Write a whole number from 1 to 6.'],
	['quiet_to', '25:00', '“25:00” is not a time. Write a time like 22:00.'],
	['slots', 'mon 9', 'I cannot read these times: “mon 9”. Write them like this: mon-fri 09:00 18:30; sat 11:00'],
	['picture', 'constructor', 'Choose one of these: cover, photo.'],
	['signature', 'x'.repeat(121), 'That is 121 characters; the limit is 120.'],
	['hashtags', '#2026', '“#2026” is not a hashtag. Write them like this: #harbour #ferry'],
	['hashtags', 'ferry', '“ferry” is not a hashtag. Write them like this: #harbour #ferry'],
	['hashtags', 'ai 9', 'That is 9; the limit is 5.'],
	[
		'buttons',
		'Read more http://a.example',
		'I cannot read this button: “Read more http://a.example”. Write it like this: Subscribe https://example.com',
	],
	[
		'buttons',
		'\u200b https://a.example',
		'I cannot read this button: “\u200b https://a.example”. Write it like this: Subscribe https://example.com',
	],
	['buttons', 'A https://a.example; B https://b.example; C https://c.example', 'That is 3; the limit is 2.'],
	['silent', 'perhaps', 'Choose one of these: on, off.'],
];

describe('The settings', () => {
	it('are read from what a person types', () => {
		for (const [name, words, value] of understood) expect(readSetting(name, words), words).to.deep.equal({ ok: true, value });
	});

	it('say what was expected when words are no value', () => {
		for (const [name, words, told] of refused) {
			const reading = readSetting(name, words);
			expect(reading.ok ? 'accepted' : settingProblemText(messagesIn('en'), name, reading.problem), words).to.equal(told);
		}
	});

	it('are read back as they are written, defaults and choices too: a stored text and typed words are read alike', () => {
		const values = [
			...understood.map(([name, , value]) => [name, value] as const),
			...settingNames.map((name) => [name, settings[name].fallback] as const),
		];
		for (const [name, value] of values) {
			const written = writeSetting(name, value as Settings[typeof name]);
			expect(readSetting(name, written), `${name}: ${written}`).to.deep.equal({ ok: true, value });
		}
		for (const name of settingNames)
			for (const choice of settings[name].choices ?? []) expect(readSetting(name, choice), `${name}: ${choice}`).to.include({ ok: true });
	});

	it('can be typed as they are shown', () => {
		for (const language of languages)
			for (const name of settingNames)
				for (const written of [...(settings[name].choices ?? []), writeSetting(name, settings[name].fallback as never)])
					expect(readTyped(name, choiceText(messagesIn(language), name, written)), `${name} in ${language}: ${written}`).to.deep.equal(
						readSetting(name, written),
					);
	});

	it('are told to a person in words of their language', () => {
		const [en, ru] = [messagesIn('en'), messagesIn('ru')];
		expect(settingText(en, 'language', 'auto')).to.equal('automatic');
		expect(settingText(ru, 'language', 'de')).to.equal('немецкий');
		expect(settingText(ru, 'silent', true)).to.equal('вкл');
		expect(settingText(en, 'daily_offer', 9)).to.equal('09:00');
		expect(settingText(en, 'cards', undefined)).to.equal('automatic (set in n8n)');
		const reading = readSetting('picture', 'x');
		expect(reading.ok ? '' : settingProblemText(ru, 'picture', reading.problem)).to.equal('Выберите из этих: обложка, фото.');
	});

	it('lay over the settings node only what was chosen', () => {
		expect(forGraphs({})).to.deep.equal({});
		expect(forGraphs({ daily_offer: null, feeds: ['https://a.example', 'https://b.example'] })).to.deep.equal({
			daily_offer: false,
			daily_hour: 0,
			feeds: 'https://a.example\nhttps://b.example',
		});
		expect(forGraphs({ signature: '**Ours**', hashtags: { kind: 'list', tags: ['#a', '#b'] } }), 'what leaves less room').to.deep.equal({
			units_below: '\n\nOurs\n#a #b'.length,
		});
		expect(forGraphs({ daily_offer: 9, cards: 2, house_style: '' })).to.deep.equal({
			daily_offer: true,
			daily_hour: 9,
			cards: 2,
			house_style: '',
		});
		expect(withDefaults({ cards: 2 })).to.include({ cards: 2, remind_hours: 24, quiet_from: '22:00', quiet_to: '08:00', picture: 'cover' });
	});
});

import { expect } from 'chai';
import { requestedLanguage } from '../../../domain/languages/requestedLanguage.ts';
import { partInOtherLanguage } from '../../../domain/languages/mixed.ts';

/** What a request asks for in its own words. */
const asked: readonly [string, string | null][] = [
	['Write in English about the ferry', 'en'],
	['In German: the ferry runs again from Monday', 'de'],
	['Write about the new ferry timetable in French', 'fr'],
	['The ferry runs again from Monday. In German, please.', 'de'],
	['Post about the market (in Spanish)', 'es'],
	['A post in Ukrainian about the market', 'uk'],
	['Напиши по-английски про новый паром', 'en'],
	['Пост на немецком языке: паром снова ходит с понедельника', 'de'],
	['Напиши про паром по-украински', 'uk'],
	['Паром снова ходит с понедельника, по-английски пожалуйста', 'en'],
	['Schreibe auf Deutsch über die Fähre', 'de'],
	['Bitte einen Beitrag über die Fähre, auf Englisch', 'en'],
	['Escribe en español sobre el ferry', 'es'],
	['Напишіть українською про пором', 'uk'],
	['Post: ferry again from Monday, in Russian', 'ru'],
	['The theatre plays in German on Friday', null],
	['Write about the theatre that plays in German', null],
	['A new course in English opens at the library on 3 May', null],
	['Library opens courses in Spanish', null],
	['Открыты курсы на немецком языке для детей', null],
	['Расскажи про спектакль на английском', null],
	['Englishmen visit the harbour', null],
	['The ferry runs again from Monday', null],
];

const post = (body: string, title = '', subtitle = '', category = '') => ({ title, subtitle, category, body });

const RU = 'Паром снова ходит с понедельника. Билеты продаются в кассе и на сайте.';
const EN = 'The ferry runs again from Monday. Tickets are sold at the pier.';
const DE = 'Die Fähre fährt wieder ab Montag. Karten gibt es an der Kasse und auf der Seite.';

/** Posts that are in one language. */
const whole: readonly [string, ReturnType<typeof post>][] = [
	['ru', post(RU, 'Паром вернулся', 'С понедельника', 'Город')],
	['en', post(EN, 'The ferry is back', 'From Monday', 'City')],
	['de', post(DE, 'Die Fähre ist zurück', 'Ab Montag', 'Stadt')],
	['ru', post(`${RU} Компания Open Sea Lines купила судно Aurora Borealis.`)],
	['ru', post(`${RU} На борту написано “We are back and happy to see you”.`)],
	['ru', post(RU, 'Spotify Premium', '', 'IT')],
	['ru', post(RU, 'iPhone 17', 'n8n 2.0')],
	['en', post('“Мы вернулись и рады вас видеть”, says the sign. The ferry runs again.')],
	['en', post('Pasta e fagioli is on the menu of the Trattoria della Nonna from Monday.')],
	['de', post('Der Film „The Lord of the Rings“ läuft am Montag. Karten gibt es an der Kasse.')],
	['fr', post('Le ferry reprend lundi. Les billets sont en vente sur le site et au port.')],
	['uk', post('Пором знову ходить з понеділка. Квитки продають у касі та на сайті.')],
	['fi', post('Lautta kulkee jälleen maanantaista alkaen.')],
	['el', post('Το πλοίο ξεκινά πάλι τη Δευτέρα.')],
];

/** Posts that mix two, and the part that is found. */
const mixed: readonly [string, ReturnType<typeof post>, string][] = [
	['ru', post(`${RU} Tickets are sold at the pier every day.`), 'Tickets are sold at the pier every day.'],
	['ru', post(RU, 'The ferry is back'), 'The ferry is back'],
	['ru', post(RU, 'Паром вернулся', '', 'City news'), 'City news'],
	['ru', post(RU, 'Паром вернулся', '', 'News'), 'News'],
	['en', post(EN, 'The ferry is back', '', 'Город'), 'Город'],
	['en', post(`${EN} Билеты продаются в кассе каждый день.`), 'Билеты продаются в кассе каждый день.'],
	['en', post(EN, 'Паром снова ходит'), 'Паром снова ходит'],
	['de', post(`${DE} The tickets are sold at the pier and on the site.`), 'The tickets are sold at the pier and on the site.'],
	['en', post(`${EN} Die Karten gibt es an der Kasse und auf der Seite.`), 'Die Karten gibt es an der Kasse und auf der Seite.'],
	[
		'ru',
		post(`${RU} Квитки продають щодня у касі та на сайті, їх ціна не змінилася.`),
		'Квитки продають щодня у касі та на сайті, їх ціна не змінилася.',
	],
	[
		'es',
		post('El ferry vuelve el lunes. The tickets are sold at the pier and on the site.'),
		'The tickets are sold at the pier and on the site.',
	],
];

describe('The language of a post', () => {
	it('is what the request asks for in its own words, and not what it is about', () => {
		for (const [request, tag] of asked) expect(requestedLanguage(request), request).to.equal(tag);
	});

	it('is one in all of its parts, with names, brands and quotations of any', () => {
		for (const [tag, written] of whole) expect(partInOtherLanguage(written, tag), written.body).to.equal(null);
	});

	it('is not one where a sentence, a title or a label is in another: the part is named', () => {
		for (const [tag, written, part] of mixed) expect(partInOtherLanguage(written, tag)).to.equal(part);
	});
});

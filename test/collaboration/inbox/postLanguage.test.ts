import { expect } from 'chai';
import { EDITOR, OWNER, openDesk, postEvent, textUpdate, type TestDesk } from '../../support/collaboration.ts';
import { sqliteEngine } from '../../support/databases.ts';

/** Requests as people write them, and the language that the post has to be in. The owner is spoken to in English. */
const requests: Readonly<Record<string, readonly string[]>> = {
	en: [
		'The ferry runs again from Monday. Tickets are sold at the pier.',
		'Write about the market that opens on Saturday at 9',
		'New opening hours of the library: Monday to Friday, 9:00 to 18:00',
		'Sale 20% for students until Sunday',
		'Our clinic opens on Saturdays from May',
		'Post about the harbour festival on 3 May, free entry',
		'A new course in Spanish opens at the library on 3 May',
		'Напиши по-английски про новый паром с понедельника',
		'Schreib auf Englisch über die neue Fähre ab Montag',
		'iPhone 17',
	],
	ru: [
		'Паром снова ходит с понедельника. Билеты продаются на причале.',
		'Напиши про ярмарку, которая открывается в субботу в 9',
		'Новые часы работы библиотеки: с понедельника по пятницу, с 9:00 до 18:00',
		'Скидка 20% студентам до воскресенья',
		'Наша поликлиника работает по субботам с мая',
		'Расскажи о празднике гавани 3 мая, вход свободный',
		'Открыты курсы на немецком языке для детей',
		'Write in Russian about the ferry that runs again from Monday',
		'Бассейн открыт',
		'Компания Open Sea Lines купила паром Aurora Borealis',
	],
	de: [
		'Die Fähre fährt ab Montag wieder. Karten gibt es an der Kasse.',
		'Schreibe über den Markt, der am Samstag um 9 öffnet',
		'Neue Öffnungszeiten der Bibliothek: Montag bis Freitag, 9 bis 18 Uhr',
		'Hafenfest am 3. Mai, der Eintritt ist frei',
		'Write about the ferry timetable in German, please',
		'Напиши на немецком про паром с понедельника',
		'Unsere Praxis hat ab Mai auch samstags geöffnet',
	],
	es: [
		'El ferry vuelve a funcionar el lunes. Los billetes se venden en el muelle.',
		'Escribe sobre el mercado que abre el sábado a las nueve',
		'Nuevo horario de la biblioteca: de lunes a viernes',
		'Fiesta del puerto el 3 de mayo, entrada libre',
		'Post about the market on Saturday, in Spanish',
		'Descuento del 20% para estudiantes hasta el domingo',
	],
	uk: [
		'Пором знову ходить з понеділка. Квитки продають на причалі.',
		'Напишіть про ярмарок, який відкривається в суботу о 9',
		'Новий розклад роботи бібліотеки: з понеділка до п’ятниці',
		'Свято гавані 3 травня, вхід вільний',
		'Напиши по-украински про паром с понедельника',
		'Знижка 20% для студентів до неділі',
	],
	fr: [
		'Le ferry reprend lundi. Les billets sont en vente au port.',
		'Le marché ouvre samedi à neuf heures',
		'A post in French about the market',
	],
	it: ['Il traghetto riparte lunedì. I biglietti si comprano al porto.', 'Scrivi del mercato che apre sabato alle nove'],
	pl: ['Prom znów kursuje od poniedziałku. Bilety można kupić na przystani.', 'Rabat 20% dla studentów do niedzieli'],
};

describe('The language of a post', () => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine: sqliteEngine });
	});
	afterEach(() => desk.close());

	const ask = async (text: string, from = OWNER) => {
		const asked = await postEvent(desk, textUpdate(from, `/post ${text}`));
		// A request that is still open is asked about when its matter comes again, in whatever language.
		await desk.post('/event-done', { _svc: asked._svc, event_key: asked.event_key, outcome: 'handled' });
		return asked;
	};

	it('is that of its request, as far as it is clear, and before that the one that the request asks for', async () => {
		const wrong: string[] = [];
		for (const [tag, texts] of Object.entries(requests))
			for (const text of texts) {
				const found = (await ask(text)).post_language?.tag;
				if (found !== tag) wrong.push(`${text}: ${String(found)}`);
			}
		expect(wrong).to.deep.equal([]);
		expect(Object.values(requests).flat().length).to.be.at.least(40);
	});

	it('is that of the person where the request is too short to be clear', async () => {
		await postEvent(desk, textUpdate(EDITOR, '/language ru'));
		expect((await ask('Бассейн', EDITOR)).post_language).to.deep.equal({ tag: 'ru', is_certain: false });
		expect((await ask('Pool', OWNER)).post_language).to.deep.equal({ tag: 'en', is_certain: false });
		expect((await postEvent(desk, textUpdate(EDITOR, '/news'))).post_language).to.deep.equal({ tag: 'ru', is_certain: false });
		expect((await postEvent(desk, textUpdate(EDITOR, '/help'))).post_language).to.equal(null);
	});

	it('is what the owner set, except where a request asks for another one', async () => {
		const languageFor = async (text: string) => (await ask(text)).settings.language;
		expect(await languageFor('The ferry runs again from Monday'), 'the settings node decides').to.equal(undefined);
		await postEvent(desk, textUpdate(OWNER, '/settings language ru'));
		expect(await languageFor('The ferry runs again from Monday')).to.equal('ru');
		expect(await languageFor('Write in German about the ferry that runs again')).to.equal('de');
		await postEvent(desk, textUpdate(OWNER, '/settings language auto'));
		expect(await languageFor('Die Fähre fährt ab Montag wieder.')).to.equal('de');
		const offer = await desk.post('/internal', { action: 'context', entry: 'daily_offer' });
		expect(offer.body.settings.language).to.equal('en');
	});

	it('stays that of a text that is written, unless a reply asks for another one', async () => {
		await postEvent(desk, textUpdate(OWNER, '/settings language en'));
		const { _svc } = await ask('Our clinic opens on Saturdays');
		const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Our clinic opens on Saturdays' } });
		const { draft_key, version } = body.material as { draft_key: string; version: number };
		const patch = { title: 'Die Fähre', subtitle: '', body: 'Die Fähre fährt ab Montag wieder. Karten gibt es an der Kasse.' };
		const moved = { from: 'text_generating', to: 'text_preparing', patch };
		expect((await desk.post('/materials/advance', { _svc, draft_key, version, ...moved })).status).to.equal(200);
		const resumed = await postEvent(desk, textUpdate(OWNER, `/resume ${draft_key}`));
		expect([resumed.post_language, resumed.settings.language]).to.deep.equal([{ tag: 'de', is_certain: true }, 'de']);
	});
});

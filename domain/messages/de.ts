import {
	DELETE_WITHIN_HOURS,
	MAX_ARTICLE_TEXT_UNITS,
	MAX_CAPTION_UNITS,
	MAX_CATEGORY_UNITS,
	MAX_IMAGE_BYTES,
	MAX_SENT_IMAGE_BYTES,
	MAX_SENT_IMAGE_PIXELS,
	MAX_SIGNATURE_UNITS,
	MAX_SUBTITLE_UNITS,
	MAX_TITLE_UNITS,
	MAX_TOPIC_UNITS,
	MAX_WORD_UNITS,
	MIN_CHAT_IMAGE_SIDE_PX,
	MIN_SENT_LOGO_PX,
	NEWS_FALLBACK_WINDOW_DAYS,
	SOURCE_IMAGE_HEIGHT_PX,
	SOURCE_IMAGE_WIDTH_PX,
	SPEND_DAYS,
} from '../limits.ts';
import { LONGEST_PLAN_DAYS } from '../schedule/when.ts';
import type { Interrupted } from './messages.ts';
import { MIB, paragraphs, phrasing } from './phrasing.ts';
import type { Translation } from './translation.ts';

/** People are addressed as “Sie”. */
const locale = 'de-DE';
const { quote, counted, listed, number, called, about } = phrasing(locale, ['„', '“'], 'Entwurf');
const ANOTHER = 'Nehmen Sie eine andere Adresse.';
const PUBLIC = 'Schicken Sie die öffentliche https-Adresse der Quelle.';
const LATER = 'Versuchen Sie es später noch einmal.';
const AGAIN = 'dann versuchen Sie es noch einmal.';

/** In place of the link to a post whose message id is not known. */
const FORWARD_IT =
	'Welcher Beitrag des Kanals das ist, weiß ich nicht. Leiten Sie ihn mir weiter, dann kann ich ihn korrigieren und zurückziehen.';
const MORE_FEEDS = { one: 'weiterer Feed', other: 'weitere Feeds' };
const ITEMS = { one: 'Meldung', other: 'Meldungen' };
const HOURS = { one: 'Stunde', other: 'Stunden' };
const DRAFTS = { one: 'weiterer Entwurf', other: 'weitere Entwürfe' };

const work = ({ by, draft, at }: Interrupted): string =>
	draft === null ? `${by === null ? 'Ihre Anfrage' : `Die Anfrage von ${by}`} vom ${at}` : `Die Arbeit an ${draft}, begonnen ${at},`;
const wayOn = ({ draft }: Interrupted): string => (draft === null ? 'Schicken Sie die Anfrage noch einmal.' : 'Drücken Sie „Fortsetzen“.');
const paid = (limit: number): string => counted(limit, { one: 'KI-Anfrage', other: 'KI-Anfragen' });
const later = (at: string, ofDraft: number | null): string =>
	`Ab ${at} geht es weiter. ` +
	`${ofDraft === null ? 'Schicken Sie die Anfrage dann noch einmal.' : `Schicken Sie dann /resume ${ofDraft}.`}`;
const waitAbout = (what: string | null): string => (what === null ? '' : `\n\n${what}`);
const waitCount = (count: number): string =>
	count === 1 ? 'Eine Anfrage wartet, ich setze sie fort' : `${count} Anfragen warten, ich setze die erste fort`;
const costing = (money: string | null): string => (money === null ? '' : ` (zuletzt ${money})`);

export const de: Translation = {
	locale,
	called,

	commands: {
		start: { parameters: '', description: 'hallo sagen und sehen, was ich kann' },
		help: { parameters: '', description: 'sehen, was ich kann' },
		post: { parameters: '<Anfrage>', description: 'einen Beitrag mit Bild vorbereiten' },
		news: { parameters: '[Thema oder Link]', description: 'Nachrichten zu einem Thema finden oder einen Artikel nehmen' },
		sources: { parameters: '', description: 'sehen, welche Feeds ich lese und was sie brachten' },
		draft: { parameters: '<Nummer>', description: 'einen Entwurf noch einmal zeigen' },
		resume: { parameters: '<Nummer>', description: 'einen unterbrochenen Entwurf fortsetzen' },
		board: { parameters: '', description: 'die Tafel öffnen: Plan, Beiträge und Zahlen' },
		status: { parameters: '', description: 'sehen, was läuft und was auf Sie wartet' },
		plan: { parameters: '[Nummer oder Woche]', description: 'den Plan sehen oder eine Zeit wählen' },
		cancel: { parameters: '', description: 'meine offene Frage schließen' },
		language: { parameters: '[Sprache]', description: 'wählen, wie ich mit Ihnen spreche' },
		settings: { parameters: '', description: 'Einstellungen sehen oder ändern' },
	},
	help: ({ commands }) =>
		paragraphs(
			'Schreiben Sie, worum es im Beitrag gehen soll, oder schicken Sie den Link eines Artikels. Mehr braucht es nicht.',
			commands,
			'Die Knöpfe unter jeder Vorschau veröffentlichen sie jetzt oder später, ändern sie oder verwerfen sie.',
			'Hatten Sie das Thema schon, frage ich erst nach.',
		),
	helpTasks: { posts: 'Einen Beitrag bekommen', drafts: 'Sehen, wie weit es ist', desk: 'Einstellen, wie ich arbeite' },
	unknownCommand: ({ named, nearest }) =>
		paragraphs(
			`Den Befehl /${named} gibt es nicht.`,
			nearest === null ? 'Alle Befehle: /help' : `Meinten Sie /${nearest}? Alle Befehle: /help`,
		),
	start: ({ help }) =>
		paragraphs(
			'Hallo! Ich schreibe Beiträge, prüfe die Fakten, zeichne ein Bild und zeige Ihnen eine Vorschau. ' +
				'Nichts geht hinaus, bevor jemand von Ihnen „Veröffentlichen“ drückt.',
			help,
		),
	usages: {
		board: 'Diese Redaktion hat keine Tafel. Der Betreiber schaltet sie mit COLLAB_BOARD ein.',
		post: paragraphs(
			'Schreiben Sie /post und danach, worum es gehen soll.',
			'Beispiel: /post Ab Mai öffnet unsere Praxis auch samstags, 9 bis 14 Uhr',
		),
		news: paragraphs(
			`Schreiben Sie /news und ein Thema mit höchstens ${MAX_TOPIC_UNITS} Zeichen oder einen Link.`,
			'Beispiel: /news Zahnpflege',
		),
		draft: paragraphs('Welcher Entwurf? Schreiben Sie /draft und seine Nummer.', 'Beispiel: /draft 12'),
		resume: paragraphs('Welcher Entwurf? Schreiben Sie /resume und seine Nummer.', 'Beispiel: /resume 12'),
		status: 'Schreiben Sie nur /status.',
		sources: 'Schreiben Sie nur /sources.',
		plan: paragraphs(
			'/plan zeigt den Plan. Mit der Nummer eines Entwurfs wählen Sie seine Zeit, mit /plan woche und einem Thema plane ich eine Woche.',
			'Beispiele: /plan 12 · /plan woche drei Beiträge über den Herbst',
		),
		cancel: 'Schreiben Sie nur /cancel.',
		settings: paragraphs(
			'Diese Einstellung gibt es nicht: siehe /settings. Schreiben Sie einen Namen und den neuen Wert:',
			'/settings Hashtags #hafen',
		),
		linkMissing: 'Schicken Sie den Link einer Seite, die ich lesen kann, oder „abbrechen“.',
		forwarded: 'Befehlen in weitergeleiteten Nachrichten folge ich nicht. Tippen Sie den Befehl selbst.',
		edited: 'Ihre ersten Worte sind schon verarbeitet. Schicken Sie die neuen als neue Nachricht.',
		editedAlbum:
			'Ein Album behält die Worte, mit denen es kam. Für andere schicken Sie es noch einmal, oder antworten Sie auf die Vorschau.',
		wordless: 'Worum geht es in dem Beitrag? Schreiben Sie es in Worten.',
		endlessWord: `Ein Wort hat mehr als ${MAX_WORD_UNITS} Buchstaben. Nehmen Sie kürzere Wörter.`,
		otherScript: 'Diese Buchstaben kann ein Titelbild noch nicht zeigen. Schreiben Sie lateinisch, kyrillisch oder griechisch.',
		sendAsVideo: 'Schicken Sie das als Video, mit den Worten für den Beitrag darunter.',
		pictureWithNews: '/news nimmt kein Bild. Schicken Sie das Thema allein.',
		greeting: 'Hallo! Worum soll es im Beitrag gehen?',
		thanks: 'Gern geschehen.',
		pleasantry: 'In Ordnung.',
		soundTooLarge: 'Telegram gibt mir keine Aufnahme über 20 MB. Nehmen Sie eine kürzere auf, oder schreiben Sie.',
		noEar: 'Sprachnachrichten höre ich hier nicht. Bitte schreiben Sie.',
		noText: 'Ich lese Text, höre Sprachnachrichten und nehme Fotos und Videos mit Worten darunter. Worum soll es im Beitrag gehen?',
	},
	answers: {
		publish: 'Drücken Sie „Veröffentlichen“ unter der Vorschau. /status zeigt, was auf Sie wartet.',
		schedule: 'Drücken Sie „Später…“ unter der Vorschau und wählen Sie eine Zeit. /plan zeigt und ändert den Plan.',
		change: 'Drücken Sie „Ändern…“ unter der Vorschau und schreiben Sie, was anders werden soll.',
		picture: 'Drücken Sie „Ändern…“ unter der Vorschau und schreiben Sie zum Beispiel „new picture, no people“.',
		photo:
			'Schicken Sie das Foto mit den Worten für den Beitrag darunter. ' +
			'Bei einem Entwurf drücken Sie „Ändern…“ und schicken es als Antwort.',
		takedown:
			'Drücken Sie „Zurückziehen“ unter der Meldung über die Veröffentlichung oder unter /draft mit der Nummer. ' +
			`Nach ${DELETE_WITHIN_HOURS} Stunden lässt Telegram kein Löschen mehr zu: Dann ersetze ich den Text durch eine Zeile.`,
		correct: 'Drücken Sie „Korrigieren“ unter der Meldung über die Veröffentlichung oder unter /draft mit der Nummer.',
		drop: 'Drücken Sie „Verwerfen“ unter der Vorschau, bei einem unterbrochenen Entwurf in /status. ' + '/cancel schließt meine Frage.',
		undo: 'Drücken Sie „Rückgängig“ unter der Meldung über das Verwerfen. Das geht eine Stunde lang.',
		resume: '/status zeigt, was unterbrochen ist, mit den Knöpfen zum Fortsetzen.',
		language:
			'Schreiben Sie „auf Deutsch“ in Ihre Anfrage oder als Änderung zu einem Entwurf. ' +
			'Die Sprache aller Beiträge stellt der Inhaber in /settings ein.',
		news: '/news und ein Thema findet Nachrichten dazu. /sources zeigt die Feeds; der Inhaber ändert sie in /settings.',
		cost:
			'Ein Beitrag braucht etwa drei bezahlte KI-Anfragen: Text, Prüfung und Bild. ' +
			'Der Inhaber bezahlt sie. /settings zeigt die Limits.',
		time: 'Ein paar Minuten. Die Vorschau kommt von selbst; /status zeigt, was läuft.',
		people: 'Ein Inhaber und ein Redakteur: Beide können Beiträge anfordern und veröffentlichen. Wer sie sind, bestimmt der Betreiber.',
		settings: 'Siehe /settings; der Inhaber ändert sie. „Hausstil“ sagt, wie ich schreibe.',
		links: 'Schicken Sie den Link eines Artikels: Ich schlage einen Beitrag mit seinen Fakten vor. Dateien und Videos öffne ich nicht.',
		facts:
			'Die KI vergleicht jeden Text mit dem Artikel oder mit Ihrer Anfrage. ' +
			'Fehler bleiben möglich: Lesen Sie die Vorschau, bevor Sie veröffentlichen.',
	},
	noAnswer: 'Darauf habe ich keine Antwort. Soll ich einen Beitrag darüber schreiben?',
	noSuchOrder: 'Das kann ich nicht. Soll ich einen Beitrag darüber schreiben?',
	brief: {
		several: ({ subjects }) =>
			paragraphs(
				`Das wären ${subjects.length} Beiträge:\n${subjects.map((subject, index) => `${index + 1}. ${subject}`).join('\n')}`,
				'Soll ich alle schreiben?',
			),
		withdrawn: 'In Ordnung, ich ändere nichts.',
		hello: 'Hallo! Worum soll es im nächsten Beitrag gehen?',
		unable: 'Das kann ich nicht: Ich schreibe Beiträge für diesen Kanal, und Sie veröffentlichen sie hier.',
		unread: ({ problem }) => `Ich habe nicht verstanden, was Sie möchten. ${problem}\n\nSoll ich einen Beitrag darüber schreiben?`,
		posts: 'Diese Beiträge sind im Kanal:',
		post: ({ draft, day, link }) => `${draft}, veröffentlicht am ${day}${link === null ? '' : `: ${link}`}`,
		noPosts: 'So einen Beitrag kenne ich im Kanal nicht.',
		noSource: '⚠️ Keine Quelle: Bitte prüfen Sie es selbst.',
		otherLook: 'Das Titelbild sieht anders aus als sonst: Ihre Vorlage kann diese Buchstaben nicht zeigen.',
	},
	week: {
		ask: ({ count }) => `Plane die nächste Woche: ${count} Beiträge, die zu diesem Kanal passen, jeder zu einem anderen Thema`,
		offer: ({ lines }) =>
			paragraphs(
				`Mein Plan für die Woche:\n${lines.join('\n')}`,
				'Was Sie annehmen, wird ein Entwurf und wartet unter seiner Vorschau auf Ihre Entscheidung. Von selbst erscheint nichts.',
			),
		over: 'Das ist schon entschieden. /plan zeigt, was offen ist.',
	},
	voice: {
		understood: ({ words, more }) => `🎙 Ich habe verstanden:\n\n„${words}“${more === null ? '' : `\n(und ${more} weitere Zeichen)`}`,
		what: ({ draft }) => (draft === null ? 'Soll ich darüber einen Beitrag schreiben?' : `Ist das Ihre Antwort zu ${draft}?`),
		faults: {
			sound_gone: 'Telegram hat diese Aufnahme nicht mehr. Nehmen Sie sie noch einmal auf.',
			sound_too_large: 'Telegram gibt mir keine Aufnahme über 20 MB. Nehmen Sie eine kürzere auf, oder schreiben Sie.',
			sound_unreadable: 'Diese Art von Aufnahme kann ich nicht lesen. Schicken Sie eine Sprachnachricht, oder schreiben Sie.',
			sound_too_long: 'Das ist mehr, als ich auf einmal aufnehmen kann. Schicken Sie es in Teilen, oder schreiben Sie.',
			nothing_heard: 'Ich habe keine Worte gehört. Nehmen Sie es noch einmal auf, oder schreiben Sie.',
			no_ear:
				'Der KI-Anbieter dieser Redaktion hört keine Sprachnachrichten. Bitte schreiben Sie. Der Betreiber kann einen anderen nennen.',
		},
		unheard: ({ problem }) => `Ich konnte Ihre Sprachnachricht nicht hören. ${problem}\n\nSie können stattdessen schreiben.`,
	},
	meantAsRequest: 'Soll ich darüber einen Beitrag schreiben?',
	meantAsWish:
		'Ist das eine Änderung? Drücken Sie „Ändern…“ unter dem Entwurf ' + 'und schreiben Sie sie dort. Oder ist es ein neuer Beitrag?',
	meantForPost: ({ draft }) => `${draft} ändern oder ein neuer Beitrag?`,
	questionOver: 'Diese Frage ist geschlossen. Soll daraus ein neuer Beitrag werden?',
	meantWithLinks: 'Fakten von der Seite nehmen oder nur Ihre Worte?',
	readLink: ({ link }) => `${link} lesen`,
	meantForwarded: 'Soll ich darüber einen Beitrag schreiben?',
	meantAll: 'Das war lang. Kommt noch mehr, hänge ich es an. Soll ich aus allem einen Beitrag schreiben?',
	addedToBefore: 'Angehängt. Drücken Sie jetzt einen Knopf unter meiner Frage.',
	meantAnew: 'Sie haben Ihre Nachricht geändert. Soll daraus ein neuer Entwurf werden?',
	hadThat: {
		published: ({ draft, day, link }) => `Das hatten wir: ${draft}, veröffentlicht am ${day}.${link === null ? '' : `\n${link}`}`,
		planned: ({ draft, day }) => `Das haben wir: ${draft} erscheint am ${day}.`,
		open: ({ draft, day }) => `Das haben wir: ${draft} ist seit ${day} in Arbeit.`,
		rejected: ({ draft, day }) => `Das hatten wir: ${draft} wurde am ${day} verworfen.`,
		asked: ({ by, words }) => `${by === null ? 'Sie haben' : `${by} hat`} gerade darum gebeten: „${words}“.`,
		question: ({ had }) => `${had}\n\nTrotzdem schreiben?`,
	},
	stranger: ({ userId }) => `Diese Redaktion ist privat. Um mitzumachen, geben Sie dem Inhaber diese Zahl: ${userId}`,
	languageNow: 'Ich spreche Deutsch mit Ihnen. Welche Sprache soll ich sprechen? Beiträge behalten ihre.',
	languageSet: 'Ich spreche jetzt Deutsch mit Ihnen. Beiträge behalten ihre Sprache.',

	board: {
		link: ({ url }) =>
			'Die Tafel zeigt, was wartet, den Plan und jeden Beitrag. ' +
			`Der Link gilt einmal und fünf Minuten lang.${url === null ? '' : `\n\n${url}`}`,
		here: 'Tafel hier öffnen',
		browser: 'Im Browser öffnen',
	},

	settings: {
		names: {
			language: 'Sprache der Beiträge',
			house_style: 'Hausstil',
			feeds: 'Feeds',
			daily_offer: 'Tägliche Nachrichten',
			cards: 'Karten je Suche',
			paid_per_hour: 'KI-Anfragen je Person und Stunde',
			paid_per_day: 'KI-Anfragen am Tag',
			slots: 'Zeiten für Beiträge',
			least_minutes_between: 'Minuten zwischen Beiträgen',
			remind_hours: 'Stunden bis zur Erinnerung',
			quiet_from: 'Ruhe ab',
			quiet_to: 'Ruhe bis',
			picture: 'Bild',
			template: 'Vorlage des Titelbilds',
			signature: 'Unterschrift',
			hashtags: 'Hashtags',
			buttons: 'Link-Knöpfe',
			silent: 'Ohne Ton veröffentlichen',
			spoiler: 'Bild verbergen',
			caption_above: 'Text über dem Bild',
			voice_at_once: 'Sprachnachrichten sofort, bis Sekunden',
			brief_model: 'Modell, das Nachrichten liest',
			channel_about: 'Über den Kanal',
			show_sources: 'Quellen in Beiträgen nennen',
			without_sources: 'Ohne Quelle',
			source_form: 'Quelle der Nachricht',
		},
		about: {
			language: 'Die Sprache der Beiträge und Titelbilder. „Automatisch“ nimmt die Sprache jeder Anfrage.',
			house_style: 'Wie ich schreiben soll, in Ihren Worten.',
			feeds: 'Adressen von RSS-, Atom- oder JSON-Feeds, durch Leerzeichen oder Zeilen getrennt.',
			daily_offer: 'Zu welcher Stunde ich Ihnen beiden täglich Nachrichten anbiete, oder „aus“.',
			cards: 'Wie viele Nachrichten eine Suche anbietet.',
			paid_per_hour: 'Wie viele KI-Anfragen eine Person in einer Stunde auslösen darf. Das Limit des Betreibers gilt auch.',
			paid_per_day: 'Wie viele KI-Anfragen die Redaktion in 24 Stunden stellen darf. Das Limit des Betreibers gilt auch.',
			slots: 'Wann Beiträge gewöhnlich erscheinen, zum Beispiel: mon-fri 09:00 18:30; sat 11:00',
			least_minutes_between: 'Der kürzeste Abstand zweier Beiträge, in Minuten.',
			remind_hours: 'Nach wie vielen Stunden ich an einen wartenden Beitrag erinnere. 0 heißt nie.',
			quiet_from: 'Ab dann erinnere ich nicht.',
			quiet_to: 'Bis dahin erinnere ich nicht.',
			picture: '„Titelbild“ setzt den Titel auf das Bild, „Foto“ lässt das Bild, wie es ist.',
			template: [
				'Wie die Titelbilder neuer Beiträge aussehen. Klassisch: Das Bild läuft ins Dunkle. Feld: ein Farbblock.',
				'Voll: das Bild bis zum Rand. Rahmen: ein Abzug auf Papier. Text: kein Bild. News: Balken, Quelle und Datum.',
			].join(' '),
			signature: `Eine Zeile unter jedem Beitrag, höchstens ${MAX_SIGNATURE_UNITS} Zeichen.`,
			hashtags: 'Hashtags unter jedem Beitrag: eine Liste (#eins #zwei), „ai 3“ für bis zu drei von der KI oder „keine“.',
			buttons: 'Höchstens zwei Knöpfe unter jedem Beitrag, zum Beispiel: Abonnieren https://example.com; Mehr https://example.com/blog',
			silent: 'Beiträge im Kanal kommen ohne Ton.',
			spoiler: 'Das Bild ist unscharf, bis jemand darauf tippt.',
			caption_above: 'Der Text steht über dem Bild.',
			voice_at_once: 'Längere Sprachnachrichten zeige ich zuerst als Text und frage. 0 heißt: Ich frage immer.',
			brief_model: 'Das Modell, das versteht, worum eine Nachricht bittet. „Keine“ heißt: das Modell, das die Texte schreibt.',
			channel_about: 'Worum es im Kanal geht und wo, in einem Satz. Damit verstehe ich Anfragen und suche.',
			show_sources: 'Ob Beiträge zu allgemeinen Themen im Kanal ihre Quellen nennen. Nachrichten tun es immer.',
			without_sources: 'Wenn ich keine Quelle finde: Bei „fragen“ entscheiden Sie, bei „schreiben“ schreibe ich aus Allgemeinwissen.',
			source_form: '„Zeile“ endet mit der Adresse der Quelle, „Worte“ mit ihrem Namen als Link.',
		},
		values: {
			on: 'an',
			off: 'aus',
			none: 'keine',
			auto: 'automatisch',
			cover: 'Titelbild',
			photo: 'Foto',
			ask: 'fragen',
			write: 'schreiben',
			line: 'Zeile',
			words: 'Worte',
			'template:words': 'Text',
			'ff-square-0.1': 'klassisch',
			panel: 'Feld',
			full: 'voll',
			frame: 'Rahmen',
			news: 'News',
		},
		elsewhere: {
			n8n: ({ value }) => (value === null ? 'automatisch (in n8n eingestellt)' : `${value} (in n8n eingestellt)`),
			operator: ({ value }) => (value === null ? 'automatisch (vom Betreiber eingestellt)' : `${value} (vom Betreiber eingestellt)`),
		},
		bounded: ({ value, most }) => `${value}; der Betreiber erlaubt ${most}`,
		brand: 'Marke der Titelbilder',
		zone: ({ zone }) => `Zeitzone: ${zone}`,
		title: '⚙️ Einstellungen der Redaktion',
		groups: { posts: 'Beiträge', news: 'Nachrichten', look: 'Titelbilder', times: 'Zeiten', budget: 'KI-Budget' },
		choose: 'Was möchten Sie ändern?',
		ownersOnly: 'Nur der Inhaber kann Einstellungen ändern.',
		page: ({ name, about: does, value }) => paragraphs(name, does, `Jetzt: ${value}`),
		askChoice: 'Wählen Sie einen Wert oder schreiben Sie einen.',
		askWords: 'Schreiben Sie den neuen Wert oder „abbrechen“.',
		saved: ({ name, value }) => `✅ Gespeichert. ${name}: ${value}`,
		notSaved: ({ name, problem }) =>
			paragraphs(`${name}: ${problem}`, 'Nichts ist geändert. Schreiben Sie den Wert noch einmal oder „abbrechen“.'),
		problems: {
			choice: ({ choices }) => `Wählen Sie eines davon: ${choices.join(', ')}.`,
			number: ({ least, most }) => `Schreiben Sie eine ganze Zahl von ${number(least)} bis ${number(most)}.`,
			too_long: ({ units, most }) => `Das sind ${number(units)} Zeichen; höchstens ${number(most)} passen.`,
			too_many: ({ count, most }) => `Das sind ${number(count)}; höchstens ${number(most)} sind möglich.`,
			language: ({ words }) => `Die Sprache ${quote(words)} kenne ich nicht. Schreiben Sie zum Beispiel: Deutsch.`,
			hour: ({ words }) => `${quote(words)} ist keine Stunde. Schreiben Sie eine volle Stunde wie 9 oder 18:00 oder „aus“.`,
			clock: ({ words }) => `${quote(words)} ist keine Uhrzeit. Schreiben Sie sie so: 22:00.`,
			address: ({ words }) => `${quote(words)} ist keine Feed-Adresse. Sie muss mit https:// beginnen.`,
			slots: ({ words }) => `Diese Zeiten kann ich nicht lesen: ${quote(words)}. Schreiben Sie sie so: mon-fri 09:00 18:30; sat 11:00`,
			hashtag: ({ words }) => `${quote(words)} ist kein Hashtag. Schreiben Sie sie so: #hafen #faehre`,
			button: ({ words }) => `Diesen Knopf kann ich nicht lesen: ${quote(words)}. Schreiben Sie ihn so: Abonnieren https://example.com`,
		},
	},

	states: {
		text_generating: 'wird geschrieben',
		text_preparing: 'bekommt das Titelbild',
		ready: 'wartet auf eine Entscheidung',
		awaiting_feedback: 'wartet auf Änderungswünsche',
		claimed: 'ist geplant (/plan) oder wird veröffentlicht',
		superseded: 'wurde durch eine neuere Version ersetzt',
		rejected: 'wurde verworfen',
		published: 'ist veröffentlicht',
	},
	draftState: ({ draft, number: ofDraft, state, problem }) =>
		`${draft} ${problem === null ? `${state}.` : `ist unterbrochen. ${problem} Siehe /draft ${ofDraft}`}`,
	claims: {
		planned: ({ at }) => `erscheint am ${at}`,
		missed: ({ at }) => `ist am ${at} nicht erschienen und wartet auf Sie`,
		unconfirmed: 'wartet, bis der Inhaber im Kanal nachsieht',
		publishing: 'wird veröffentlicht',
	},
	workGroups: { waits: 'Wartet auf Sie:', works: 'In Arbeit:', planned: 'Geplant:', stopped: 'Unterbrochen:' },
	openWork: ({ groups, more }) => {
		if (groups.length === 0) return 'Nichts ist in Arbeit.';
		return paragraphs(...groups, more === 0 ? null : `… und ${counted(more, DRAFTS)}`);
	},
	unconfirmed: ({ count }) =>
		`Telegram hat ${counted(count, { one: 'Nachricht', other: 'Nachrichten' })} nicht bestätigt. ` +
		'Habe ich Sie danach gefragt, drücken Sie einen Knopf unter meiner Frage.',
	nothingInterrupted: 'Nichts ist unterbrochen.',
	interruptedWork: ({ count }) =>
		`${counted(count, { one: 'Anfrage wurde', other: 'Anfragen wurden' })} unterbrochen. ` +
		'Schreiben Sie /resume und die Nummer des Entwurfs oder schicken Sie die Anfrage noch einmal.',
	untold: ({ name, count }) => `${name} hat ${counted(count, { one: 'Nachricht', other: 'Nachrichten' })} der letzten Tage nicht bekommen.`,
	previewOf: ({ draft, by, words }) => `📝 ${by} möchte ${draft}${words === null ? '.' : `: ${quote(words)}`}`,
	coverContradicts: ({ words }) =>
		`⚠️ Auf dem Titelbild steht ${listed(words.map(quote))}, im Text nicht. Vergleichen Sie beide, bevor Sie veröffentlichen.`,
	coverLeavesOut: ({ signs }) => `Auf dem Titelbild fehlt ${signs.join(' ')}: Das kann es nicht zeigen.`,
	restsOn: ({ pages }) => `📚 Quellen: ${pages.join(', ')}`,
	linksOfCaption: ({ links }) => `🔗 Links im Text:\n${links.join('\n')}`,
	workDone: ({ draft }) => `${draft} ist fertig.`,
	previewNotReached: ({ name, draft }) =>
		`${name} hat den Bot blockiert und bekommt ${draft} nicht. Entscheiden Sie allein oder bitten Sie ${name}, ihn freizugeben.`,
	previewUnsentTo: ({ name, draft }) =>
		`Telegram hat die Vorschau von ${draft} für ${name} abgelehnt. Sie können allein entscheiden; ${name} bekommt von mir Bescheid.`,
	previewUnsent: ({ draft, number: ofDraft }) => `Die Vorschau von ${draft} kam nicht an. /draft ${ofDraft} zeigt sie.`,
	questionUnsentTo: ({ name, draft }) => `Meine Frage an ${name} zu ${draft} kam nicht an. Der Inhaber kann sie mit /cancel schließen.`,
	questionUnsent: ({ draft }) => `Was soll sich an ${draft} ändern? Schreiben Sie es hier. Die Frage schließen: /cancel.`,
	unreachable: ({ name }) => `${name} hat den Bot blockiert und bekommt keine Nachrichten von ihm.`,
	channelClosed: 'Ich kann im Kanal nicht schreiben. Machen Sie den Bot dort zum Administrator, der Nachrichten senden darf.',

	workStopped: 'Unterbrochen. Der Grund steht unten.',
	workStarted({ draft, steps }) {
		const named = {
			search: 'suche Quellen und lese sie',
			read: 'lese den Artikel',
			facts: steps.includes('read') ? 'nehme daraus die Fakten' : 'nehme die Fakten aus dem Artikel',
			write: 'schreibe den Text',
			check: steps.includes('write') ? 'prüfe ihn' : 'prüfe den Text',
			draw: 'zeichne das Bild',
			cover: 'mache das Titelbild',
		};
		const done = listed(steps.map((step) => named[step]));
		return `${draft}: Ich bin dran. ${done === '' ? '' : `Ich ${done}. `}Die Vorschau folgt.`;
	},
	leftOut: ({ words }) => `Genau diese Änderung habe ich gemacht. Schicken Sie den Rest gesondert: ${quote(words)}`,
	workFailed: ({ draft, problem, kept }) =>
		paragraphs(`${draft} ist unterbrochen. ${problem}`, kept === null ? null : `Bisher geschrieben:\n${kept}`),
	givenUp: ({ draft, problem }) => `${draft} habe ich aufgegeben. ${problem}`,
	editQuestions: {
		edit_title: ({ draft }) => `Wie soll der Titel von ${draft} lauten? Schreiben Sie ihn oder „abbrechen“.`,
		edit_text: ({ draft }) => `Was soll sich an ${draft} ändern? Schreiben Sie es oder „abbrechen“.`,
		send_link: ({ draft }) => `Auf welche Seite soll sich ${draft} stützen? Schicken Sie den Link oder „abbrechen“.`,
	},
	editCancelled: 'In Ordnung, nichts ändert sich.',
	dropUnderWay: ({ draft, by }) => `Ich arbeite gerade an ${draft}${by === null ? '' : `: ${by} hat darum gebeten`}. Trotzdem verwerfen?`,
	underWay: ({ draft, number: ofDraft, by, since, until }) =>
		`Ich arbeite noch an ${draft}, angefordert von ${by ?? 'Ihnen'} (${since}).\n\n` +
		`Ist bis ${until} keine Vorschau da, schicken Sie /resume ${ofDraft} noch einmal.`,
	providerRefused: ({ draft, by, problem }) => `⚠️ ${draft}, angefordert von ${by}, ist unterbrochen. ${problem}`,
	waits: {
		at: { today: ({ at }) => `um ${at}`, later: ({ at }) => `am ${at}` },
		soon: ({ seconds }) => `in ${seconds} s`,
		told: {
			person: ({ about: what, goesOn }) => `⏳ Das Limit für diese Stunde ist erreicht. Weiter geht es ${goesOn}.${waitAbout(what)}`,
			desk: ({ about: what, goesOn }) => `⏳ Das Limit für 24 Stunden ist erreicht. Weiter geht es ${goesOn}.${waitAbout(what)}`,
			money: ({ about: what, goesOn }) => `⏳ Das Geld für ${SPEND_DAYS} Tage ist ausgegeben. Weiter geht es ${goesOn}.${waitAbout(what)}`,
			messenger: ({ about: what, goesOn }) => `⏳ Telegram bittet zu warten. Weiter geht es ${goesOn}.${waitAbout(what)}`,
			provider: ({ about: what, goesOn }) => `⏳ Der KI-Anbieter bittet zu warten. Weiter geht es ${goesOn}.${waitAbout(what)}`,
		},
		words: ({ words }) => quote(words),
		ofOther: {
			person: ({ name, about: what, goesOn }) =>
				`⏳ ${name} hat das Limit für diese Stunde erreicht. Weiter geht es ${goesOn}.${waitAbout(what)}`,
			desk: ({ name, about: what, goesOn }) =>
				`⏳ Das Limit für 24 Stunden ist erreicht. Die Anfrage von ${name} geht ${goesOn} weiter.${waitAbout(what)}`,
			money: ({ name, about: what, goesOn }) =>
				`⏳ Das Geld für ${SPEND_DAYS} Tage ist ausgegeben. Die Anfrage von ${name} geht ${goesOn} weiter.${waitAbout(what)}`,
		},
		inStatus: {
			person: ({ goesOn, count }) => `⏳ Das Limit für diese Stunde ist erreicht. ${waitCount(count)} ${goesOn}.`,
			desk: ({ goesOn, count }) => `⏳ Das Limit für 24 Stunden ist erreicht. ${waitCount(count)} ${goesOn}.`,
			money: ({ goesOn, count }) => `⏳ Das Geld für ${SPEND_DAYS} Tage ist ausgegeben. ${waitCount(count)} ${goesOn}.`,
			messenger: ({ goesOn, count }) => `⏳ Telegram bittet zu warten. ${waitCount(count)} ${goesOn}.`,
			provider: ({ goesOn, count }) => `⏳ Der KI-Anbieter bittet zu warten. ${waitCount(count)} ${goesOn}.`,
		},
		toast: {
			limit: ({ goesOn }) => `Das Limit ist erreicht. Weiter geht es ${goesOn}.`,
			asked: ({ goesOn }) => `Ich muss warten. Weiter geht es ${goesOn}.`,
		},
		already: ({ goesOn }) => `Das wartet schon. Weiter geht es ${goesOn}.`,
		goesOnNow: '▶️ Es geht weiter.',
		ended: '▶️ Das Warten ist vorbei.',
		movedOn: ({ now }) => `Während ich wartete, hat schon jemand entschieden. Ich habe nichts getan.${waitAbout(now)}`,
		lifted: ({ name }) => `▶️ ${name} hat das Limit für diese Anfrage aufgehoben. Es geht weiter.`,
		cancelled: '✖️ Abgebrochen.',
		over: 'Diese Anfrage wartet nicht mehr.',
		ownersAlone: 'Nur der Inhaber kann das Limit aufheben.',
	},
	budgetSpent: {
		person: ({ limit, at, number: ofDraft }) => `Ihr Limit für diese Stunde ist erreicht: ${paid(limit)}.\n\n${later(at, ofDraft)}`,
		desk: ({ limit, at, number: ofDraft }) =>
			`Das Limit der Redaktion für 24 Stunden ist erreicht: ${paid(limit)}.\n\n${later(at, ofDraft)}`,
	},
	moneySpent: ({ limit, at, number: ofDraft }) => `Das KI-Budget ist ausgegeben: ${limit} für ${SPEND_DAYS} Tage.\n\n${later(at, ofDraft)}`,
	spend: ({ requests, money, unknown }) =>
		`Dieser Beitrag: ${paid(requests)}${money === null ? '' : `, etwa ${money}`}` +
		`${unknown === null ? '' : ` (die Kosten von ${unknown} sind unbekannt)`}.`,
	imageModelGone: ({ model, number: ofDraft }) =>
		`Das Bildmodell ${model} gibt es beim KI-Anbieter nicht mehr. Bitten Sie den Betreiber, ein anderes zu wählen; dann ` +
		`${ofDraft === null ? 'schicken Sie Ihre Anfrage noch einmal' : `schicken Sie /resume ${ofDraft}`}. ` +
		'Ist das Modell zurück, drücken Sie „Noch einmal“ unter dem Entwurf.',
	refused: ({ problem }) => `${problem} Nichts ist geändert.`,
	answerTooLate: ({ draft }) =>
		`Zu spät: ${draft} wird schon geändert. Drücken Sie „Ändern…“ unter der neuen Vorschau und schreiben Sie es dort.`,
	draftMissing: ({ draft, version }) =>
		`Den Entwurf ${draft}${version === null ? '' : ` mit Version ${version}`} gibt es nicht. /status zeigt alle.`,
	feedbackQuestion: ({ draft }) =>
		paragraphs(
			`Was soll sich an ${draft} ändern? Ihre nächste Nachricht ist die Antwort. Für einen neuen Beitrag nehmen Sie /post.`,
			'In eigenen Worten oder so:\nreplace „alte Worte“ with „neue Worte“\ntitle: …\nsubtitle: …\nnew picture\nabbrechen',
		),
	feedbackClosed: ({ draft }) => `An ${draft} ändert sich nichts. Die Knöpfe funktionieren wieder.`,
	feedbackClosedBy: ({ draft, by }) => `${by} hat Ihre Frage zu ${draft} geschlossen. Nichts ändert sich.`,
	questionOpen: ({ draft }) => `Beantworten Sie erst meine Frage zu ${draft} oder schließen Sie sie.`,
	nothingToCancel: 'Es gibt nichts zu schließen.',
	publicationRefused({ draft, cause, seconds = null }) {
		const why = {
			rights:
				'Der Bot darf im Kanal nicht schreiben. Machen Sie ihn dort zum ' + 'Administrator und drücken Sie noch einmal „Veröffentlichen“.',
			busy:
				seconds === null
					? 'Telegram ist beschäftigt. Drücken Sie in einer Minute noch einmal „Veröffentlichen“.'
					: `Telegram bittet, ${seconds} s zu warten. Drücken Sie dann noch einmal „Veröffentlichen“.`,
			away: 'Telegram war nicht zu erreichen. Drücken Sie in einer Minute noch einmal „Veröffentlichen“.',
			gone: 'Der Beitrag, den er korrigiert, ist nicht mehr im Kanal.',
			album:
				'In einem Album ändert Telegram nur die Worte oder jeweils ein Element; es kommt keines dazu und fällt keines weg. ' +
				'Korrigieren Sie es Schritt für Schritt.',
			refused: 'Telegram hat abgelehnt. Die Knöpfe funktionieren wieder.',
		};
		return `${draft} ist nicht veröffentlicht. ${why[cause]}`;
	},
	publicationUnconfirmed: ({ draft }) =>
		`Telegram hat ${draft} nicht bestätigt: Er kann im Kanal sein. Ich suche ihn und frage den Inhaber, wenn ich ihn nicht finde.`,
	publishedBefore: ({ by }) =>
		`${by === null ? 'Sie haben schon „Veröffentlichen“ gedrückt' : `${by} hat zuerst „Veröffentlichen“ gedrückt`}. ` +
		'/plan zeigt, wann er erscheint.',
	channelRefused: ({ draft, by }) =>
		`⚠️ ${by} hat für ${draft} „Veröffentlichen“ gedrückt, aber der Bot darf im Kanal nicht schreiben. ` +
		'Machen Sie ihn dort zum Administrator. Dann drücken Sie noch einmal „Veröffentlichen“.',

	plans: {
		otherTime: 'Andere Zeit',
		planFor: ({ at }) => `Planen: ${at}`,
		question: ({ draft }) => paragraphs(`Wann soll ${draft} erscheinen?`, 'Beispiele: 18:30 · 24.12. 18:00 · fri 18:00 · in 2 hours'),
		kept: ({ draft, at }) => `🕒 ${draft} erscheint am ${at}. Siehe /plan.`,
		notKept: {
			past: ({ at }) => `${at} ist vorbei. Schreiben Sie eine spätere Zeit.`,
			too_far: ({ at }) => `${at} ist zu weit weg: Ich plane höchstens ${LONGEST_PLAN_DAYS} Tage. Schreiben Sie eine frühere Zeit.`,
			skipped: ({ at }) => `${at} gibt es nicht: Da werden die Uhren vorgestellt. Schreiben Sie eine andere Zeit.`,
			no_such_day: ({ at }) => `${at} steht nicht im Kalender. Schreiben Sie einen anderen Tag.`,
			not_understood: 'Wann? Schreiben Sie zum Beispiel: 18:30, 24.12. 18:00, fri 18:00 oder in 2 hours.',
		},
		made: ({ draft, by, at }) => `🕒 ${by} hat ${draft} für den ${at} geplant.`,
		moved: ({ draft, by, at }) => `🕒 ${by} hat ${draft} auf den ${at} verschoben.`,
		takenOff: ({ draft, by, at }) => `${by} hat ${draft} aus dem Plan genommen (${at}); er wartet auf eine Entscheidung.`,
		takenOffBecause: {
			approver_left: ({ draft, at }) => `${draft} erscheint am ${at} nicht: Wer ihn freigab, macht nicht mehr mit. Bitte entscheiden.`,
			not_agreed: ({ draft, at }) => `${draft} erscheint am ${at} nicht: Eine Freigabe fehlt. Bitte entscheiden.`,
			content_changed: ({ draft, at }) => `${draft} erscheint am ${at} nicht: Er wurde nach der Freigabe geändert. Bitte entscheiden.`,
			failed: ({ draft, at }) => `${draft} ist am ${at} nicht erschienen: Die Arbeit brach ab. Bitte entscheiden.`,
		},
		missed: {
			late: ({ draft, at }) => `${draft} ist am ${at} nicht erschienen: Ich war zu spät.`,
			no_rights: ({ draft, at }) =>
				`${draft} ist am ${at} nicht erschienen: Der Bot darf im Kanal nicht schreiben. Machen Sie ihn dort zum Administrator.`,
			restored: ({ draft, at, channel }) =>
				`Die Daten kommen aus einer Sicherung. ${draft} war für den ${at} geplant: Ist er im Kanal? ${channel}`,
		},
		whatNow: 'Was soll damit geschehen?',
		othersDecide: ({ names }) => `Sie haben keine Kopie davon: ${names} entscheidet.`,
		nothing: 'Nichts ist geplant.',
		list: ({ lines, more }) =>
			`Geplant:\n${lines.map((line) => `• ${line}`).join('\n')}` +
			(more === 0 ? '' : `\n… und ${counted(more, { one: 'weiterer Beitrag', other: 'weitere Beiträge' })}`),
		line: ({ draft, at, by }) => `${at}: ${draft}, freigegeben von ${by}`,
		lineMissed: ({ draft, at, by }) => `${at}: ${draft}, freigegeben von ${by}. Nicht erschienen: bitte entscheiden`,
		count: ({ count }) => `${counted(count, { one: 'Beitrag ist', other: 'Beiträge sind' })} geplant: /plan`,
	},
	reminders: {
		text: ({ lines, more }) =>
			`⏰ Das wartet auf Sie:\n${lines.map((line) => `• ${line}`).join('\n')}` +
			(more === 0 ? '' : `\n… und ${counted(more, DRAFTS)}: /status`),
		line: {
			ready: ({ draft, hours }) => `${draft}: zur Entscheidung, seit mehr als ${counted(hours, HOURS)}`,
			left: ({ draft, hours }) => `${draft}: Wer ihn freigab, macht nicht mehr mit, seit mehr als ${counted(hours, HOURS)}`,
			missed: ({ draft, hours }) => `${draft}: zu seiner Zeit nicht erschienen, seit mehr als ${counted(hours, HOURS)}`,
			unconfirmed: ({ draft, hours }) => `${draft}: Ist er im Kanal? Gefragt seit mehr als ${counted(hours, HOURS)}`,
			stopped: ({ draft, hours }) => `${draft}: unterbrochen, seit mehr als ${counted(hours, HOURS)}`,
		},
		nothing: 'Nichts wartet mehr auf Sie.',
	},
	approvals: {
		first: ({ names }) => `Freigeben, dann ${names}`,
		last: ({ by }) => `Veröffentlichen (${by} gab frei)`,
		waits: ({ names, at }) => (at === null ? `⏳ Wartet auf ${names}` : `⏳ ${at}: wartet auf ${names}`),
		agree: ({ by, at }) => (at === null ? `Wie ${by}: jetzt` : `Wie ${by}: ${at}`),
		noted: ({ names }) => `Freigegeben. Jetzt wartet es auf ${names}.`,
		nobody: ({ names }) =>
			paragraphs(
				names === ''
					? 'Freigegeben, aber sonst kann es hier niemand freigeben.'
					: `Freigegeben, aber ${names} muss auch freigeben und macht gerade nicht mit.`,
				'Der Betreiber kann das ändern.',
			),
		told: ({ draft, by, at }) =>
			at === null
				? `${by} hat ${draft} freigegeben. Er erscheint, wenn auch Sie freigeben.`
				: `${by} möchte ${draft} am ${at} veröffentlichen. Zum Zustimmen drücken Sie den Knopf unter Ihrer Kopie.`,
	},

	menu: {
		orPress: 'Schnelle Änderungen:',
		closed: '✏️ Die Frage ist geschlossen.',
		templates: 'Welche Vorlage?',
		ownWords: 'Was soll sich ändern? Schreiben Sie es einfach.',
		howManyTitles: ({ money }) => `Einen Titel oder drei? Beides kostet zwei KI-Anfragen${costing(money)}.`,
		drawNew: ({ money }) => `Ein neues Bild kostet eine KI-Anfrage${costing(money)}. Das alte behalte ich.`,
		otherTitles: ({ titles }) => `Andere Titel:\n${titles.map((title, at) => `${at + 1}. ${title}`).join('\n')}`,
		twoPictures: 'Sie können zum Bild davor zurück.',
		noPictureBefore: 'Ein früheres Bild gibt es nicht.',
		cancel: 'Abbrechen',
	},

	photos: {
		alone: 'Worum geht es in diesem Beitrag? Schreiben Sie es einfach.',
		rights: 'Dürfen Sie das veröffentlichen? (Ich frage nur einmal.)',
		faults: {
			too_large: `Die Datei ist größer als ${MAX_SENT_IMAGE_BYTES / MIB} MiB. Schicken Sie eine kleinere.`,
			too_many_pixels:
				`Das Bild hat mehr als ${MAX_SENT_IMAGE_PIXELS / 1_000_000} ` + 'Millionen Pixel. Schicken Sie es als Foto, nicht als Datei.',
			moving: 'Dieses Bild bewegt sich. Schicken Sie ein unbewegtes.',
			format: 'Diese Art Bild kann ich nicht lesen. Schicken Sie es als Foto.',
			unreadable: 'Die Datei scheint beschädigt zu sein. Schicken Sie sie noch einmal oder eine andere.',
			gone: 'Telegram hat diese Datei gelöscht. Schicken Sie sie noch einmal.',
			away: 'Ich konnte das Bild nicht holen. Drücken Sie in einer Minute „Noch einmal“.',
		},
		tooSmall: ({ width, height }) =>
			`Das Bild hat ${width} × ${height} Pixel; die kurze Seite braucht mindestens ${MIN_CHAT_IMAGE_SIDE_PX}. Schicken Sie ein größeres.`,
		together: 'Mit dem Foto oder Video, das Sie geschickt haben?',
		which: 'Ein Bild zeichnen, oder schicken Sie ein anderes?',
		send: 'Schicken Sie das Bild.',
		another: 'Ein Beitrag hat ein Bild. Dieses stattdessen nehmen?',
		album: ({ count }) => `Sie haben ${count} zusammen geschickt. Welche kommen in den Beitrag?`,
		albumRights: 'Mit dem Druck sagen Sie, dass Sie es veröffentlichen dürfen. (Ich frage nur einmal.)',
		late: 'Das kam nach dem Rest seines Albums. Ich habe es hinzugefügt.',
		tooLate: 'Das kam nach dem Rest seines Albums. Der Beitrag entsteht schon ohne es.',
		albumAbove: ({ count }) => `☝️ Das ist der Beitrag: ein Album mit ${count}.`,
		partly: ({ draft, found, channel }) =>
			`Telegram hat das Album ${draft} nicht bestätigt, und ${found} davon ${found === 1 ? 'ist' : 'sind'} im Kanal (${channel}).\n\n` +
			'„Ist da“ lässt sie stehen. „Ist nicht da“ nimmt sie heraus, und Sie können das Album noch einmal veröffentlichen.',
		apart: ({ draft, channel }) =>
			`Telegram hat das Album ${draft} geteilt: Alles davon ist im Kanal, aber nicht als ein Beitrag (${channel}).\n\n` +
			'„Ist da“ lässt es so. „Ist nicht da“ nimmt es heraus, und Sie können das Album noch einmal veröffentlichen.',
		whichItem: ({ from, to }) =>
			`Dieser Beitrag ist ein Album. Schicken Sie das Foto noch einmal, darunter nur die Nummer dessen, was es ersetzt: ${from} bis ${to}.`,
		oneAsAnswer: 'Schicken Sie als Antwort ein einziges Foto.',
		tooSoon: 'Ich arbeite noch daran. Drücken Sie noch einmal, wenn die Vorschau da ist.',
		sent: 'Bild: von einem von Ihnen geschickt.',
		drawn: 'Bild: von der KI gezeichnet.',
		video: 'Video: von einem von Ihnen geschickt. Was darin ist, sehe ich nicht: Sehen Sie es in der Vorschau an.',
		large: 'Es hat mehr als 20 MB, deshalb gibt Telegram die Datei keinem Bot. Es lässt sich trotzdem veröffentlichen.',
	},

	logo: {
		hint: 'Für dein Logo auf den Titelbildern schick es als Datei mit dem Wort „Logo“.',
		ownersAlone: 'Nur der Inhaber ändert das Logo der Titelbilder.',
		sheet: 'Titelbilder mit deinem Logo, in zwei seiner Farben.',
		recoloured: 'Ein Teil des Logos ist hier hell oder dunkel, damit man es sieht.',
		classic: 'Du hast die klassische Vorlage gewählt, sie zeigt kein Logo. Wähle in /settings eine andere.',
		fontLost: 'Titel stehen in einer Schrift der Redaktion. Deine eigene kann der Betreiber wieder setzen.',
		used: '✅ Neue Titelbilder zeigen dieses Logo. Fertige Beiträge behalten ihre Titelbilder.',
		left: 'Nichts hat sich geändert. Die Titelbilder bleiben, wie sie waren.',
		over: 'Diese Auswahl ist vorbei. Schick das Logo noch einmal.',
		faults: {
			empty: 'Ich sehe hier kein Logo. Schick es auf einfarbigem oder durchsichtigem Grund.',
			busy: 'Das Logo liegt auf einem Bild. Schick es auf einfarbigem oder durchsichtigem Grund.',
			format: 'Diese Datei kann ich nicht lesen. Schick das Logo als PNG, JPEG oder WebP.',
			away: 'Gerade konnte ich die Titelbilder nicht zeichnen. Schick das Logo in ein paar Minuten noch einmal.',
		},
		tooSmall: ({ width, height }) =>
			`Dieses Logo hat ${width} × ${height} Pixel. Schick eines, dessen längere Seite mindestens ${MIN_SENT_LOGO_PX} hat.`,
	},

	posts: {
		correct: ({ draft, day, link }) =>
			paragraphs(
				`Was soll sich an ${draft} ändern, dem Beitrag vom ${day}? ${link}`,
				'Antworten Sie auf diese Nachricht. Der Beitrag ändert sich, wenn jemand unter der Vorschau „Veröffentlichen“ drückt.',
			),
		correctionOf: ({ draft, by, day, link, change }) =>
			paragraphs(
				`✏️ ${by === null ? 'Sie korrigieren' : `${by} korrigiert`} den Beitrag vom ${day}: ` +
					`${draft}${change === null ? '' : `\n${change}`}`,
				`„Veröffentlichen“ ändert den Beitrag im Kanal: ${link}`,
			),
		corrected: ({ draft, by, day, link }) =>
			`✅ ${by === null ? 'Sie haben' : `${by} hat`} den Beitrag vom ${day} korrigiert: ${draft}.\n${link}`,
		correctionToSettle: ({ draft, day, link }) =>
			paragraphs(`Telegram hat die Korrektur ${draft} am Beitrag vom ${day} nicht bestätigt.`, `Zeigt der Beitrag sie? ${link}`),
		correctionConfirmed: ({ draft, day, link }) => `✅ Der Beitrag vom ${day} zeigt ${draft}.\n${link}`,
		correctionMissing: ({ draft }) => `Der Beitrag ist nicht geändert. ${draft} wartet wieder auf eine Entscheidung.`,
		gone: ({ draft }) => `Der Beitrag, den ${draft} korrigiert, ist nicht mehr im Kanal. Was nun?`,
		goneInPart: ({ draft }) =>
			`Ein Teil des Albums, das ${draft} korrigiert, ist nicht mehr da. Was nun? „Neu veröffentlichen“ nimmt auch den Rest heraus.`,
		takeDown: ({ draft, day, link }) =>
			`${draft}, den Beitrag vom ${day}, zurückziehen? ` + `Das lässt sich nicht rückgängig machen.\n${link}`,
		askLine: ({ draft, day, link }) =>
			paragraphs(
				`${draft} ist vom ${day}: Nach ${DELETE_WITHIN_HOURS} Stunden lässt Telegram kein Löschen mehr zu. ${link}`,
				'Welche Zeile soll an die Stelle des Textes? Antworten Sie damit. Oder löschen Sie den Beitrag selbst in Telegram.',
			),
		lineKept: ({ draft }) => `Ihre Zeile kommt an die Stelle des Textes von ${draft}.`,
		lineTooLong: ({ units }) => `Die Zeile ist länger als ${number(units)} Zeichen. Antworten Sie mit einer kürzeren.`,
		numbered: ({ draft }) => `Danke. Jetzt lässt sich ${draft} korrigieren und zurückziehen.`,
		anotherPost: ({ draft }) => `Das ist ein anderer Beitrag. Leiten Sie mir ${draft} weiter.`,
		takenDown: ({ draft, by, day }) => `🗑 ${by === null ? 'Sie haben' : `${by} hat`} ${draft}, den Beitrag vom ${day}, zurückgezogen.`,
		lineShown: ({ draft, by, day, link }) =>
			`🗑 ${by === null ? 'Sie haben' : `${by} hat`} den Text von ${draft} ` +
			`zurückgezogen, Beitrag vom ${day}. Ihre Zeile steht dort.\n${link}`,
		noPlaceForLine: ({ draft, day }) => `${draft}, der Beitrag vom ${day}, ist nicht mehr im Kanal.`,
		notTakenDown: {
			too_old: ({ draft, link }) =>
				`${draft} ließ sich nicht zurückziehen: Telegram erlaubt das Löschen nicht mehr. ` +
				`Drücken Sie noch einmal „Zurückziehen“, dann ersetze ich den Text durch eine Zeile.\n${link}`,
			rights: ({ draft, link }) =>
				`${draft} ließ sich nicht zurückziehen: Der Bot darf es nicht. ` +
				`Lassen Sie ihn im Kanal löschen und bearbeiten, dann drücken Sie noch einmal „Zurückziehen“.\n${link}`,
			failed: ({ draft, link }) => `${draft} ließ sich nicht zurückziehen: Telegram lehnt ab. Der Beitrag: ${link}`,
		},
		refused: {
			withdrawn: ({ draft }) => `Der Beitrag ${draft} ist nicht mehr im Kanal.`,
			asked: ({ draft }) => `${draft} wird schon zurückgezogen.`,
			unnumbered: ({ draft }) => `Ich weiß nicht, welcher Beitrag im Kanal ${draft} ist. Leiten Sie ihn mir weiter.`,
			open: ({ draft }) => `Eine neuere Version von ${draft} ist offen. Veröffentlichen oder verwerfen Sie erst diese: /status`,
			settled: ({ draft }) => `${draft} wartet nicht mehr auf diese Entscheidung.`,
			press: ({ draft }) => `${draft} ist jetzt ein neuer Beitrag. Drücken Sie „Veröffentlichen“ unter seiner Vorschau.`,
		},
		withdrawn: ({ by, at }) =>
			by === null ? `war im Kanal, am ${at} aber nicht mehr` : `war veröffentlicht; ${by} hat den Beitrag am ${at} zurückgezogen`,
	},

	news: {
		searching: ({ topic }) => `Ich suche Nachrichten${topic === null ? '' : ` zu ${quote(topic)}`}…`,
		readingPage: 'Ich lese die Seite…',
		window: ({ days }) => (days === 1 ? 'letzter Tag' : `letzte ${number(days)} Tage`),
		taken: ({ by, title }) => `📰 ${by} nimmt ${quote(title)}.`,
		dismissed: ({ by, title }) => `📰 ${by} überspringt ${quote(title)}.`,
		nothingNew: ({ reasons }) => `Nichts Neues. In den Feeds: ${reasons}.`,
		nothingAtAll: 'Die Feeds sind gerade leer.',
		nothingFits: ({ topic, feeds }) =>
			topic === null
				? 'Es gibt Nachrichten, aber nichts für einen Beitrag.'
				: `Nichts zu ${quote(topic)}${feeds === null ? '' : ` in Ihren Feeds (${feeds})`}.`,
		nothingToTell: 'Auf dieser Seite ist nichts für einen Beitrag.',
		cardsMissing: ({ count }) =>
			`Telegram hat ${counted(count, { one: 'Karte', other: 'Karten' })} nicht bestätigt. Fehlt etwas? Drücken Sie den Knopf.`,
		sendCards: 'Fehlendes schicken',
		cardsNotDelivered: 'Keine der Karten ist angekommen.',
		offerLost: 'Heute keine Nachrichten: Die Antwort der KI ging verloren. Mit /news suche ich noch einmal.',
		leftOut: {
			undated: ({ count }) => `${counted(count, ITEMS)} ohne Datum`,
			link_invalid: ({ count }) => `${counted(count, ITEMS)} ohne einfache https-Adresse`,
			link_too_long: ({ count }) => `${counted(count, ITEMS)} mit zu langem Link`,
			host_denied: ({ count }) => `${counted(count, ITEMS)} von Seiten, die wir nicht verwenden`,
			published: ({ count }) => `${counted(count, ITEMS)} schon veröffentlicht`,
			open_draft: ({ count }) => `${counted(count, ITEMS)} schon in Arbeit`,
			offered: ({ count }) => `${counted(count, ITEMS)} schon angeboten`,
			repeated: ({ count }) => `${counted(count, ITEMS)} doppelt`,
			outside_window: ({ count }) => `${counted(count, ITEMS)} älter als ${NEWS_FALLBACK_WINDOW_DAYS} Tage`,
		},
		pageLeftOut: {
			undated: () => 'Die Seite hat kein Datum. Für einen Beitrag darüber schicken Sie /post und was darin stehen soll.',
			published: ({ number: ofDraft }) => `Diese Seite ist schon veröffentlicht${ofDraft === null ? '' : `: /draft ${ofDraft}`}.`,
			open_draft: ({ number: ofDraft }) => `Diese Seite ist schon in Arbeit${ofDraft === null ? '' : `: /draft ${ofDraft}`}.`,
			offered: () => 'Diese Seite hat schon eine Karte, bei Ihnen oder der anderen Person.',
			outside_window: () => `Die Seite ist älter als ${NEWS_FALLBACK_WINDOW_DAYS} Tage. Schicken Sie eine neuere.`,
		},
		feedsUnreadable: ({ feeds, more }) =>
			`Keinen der Feeds konnte ich lesen.\n${feeds}` + (more === 0 ? '' : `\n… und ${counted(more, MORE_FEEDS)}`),
		sources: ({ feeds, more }) =>
			paragraphs('In diesen Feeds suche ich Nachrichten:', ...feeds, ...(more === 0 ? [] : [`… und ${counted(more, MORE_FEEDS)}`])),
		noSources: 'Ich habe noch keinen Feed gelesen. Das tut /news.',
		feedRead: ({ at, count, days }) => `gelesen ${at}: ${counted(count, ITEMS)} der letzten ${days} Tage.`,
		feedRefused: ({ at, problem, readAt }) =>
			`${at} nicht lesbar. ${problem} ${readAt === null ? 'Noch nie gelesen.' : `Zuletzt gelesen ${readAt}.`}`,
		feedNotAsked: 'noch nicht gelesen; ich lese ihn nur für /news mit einem Thema.',
		feedsBroken: ({ feeds, more }) =>
			paragraphs(
				`Diese Feeds kann ich nicht lesen:\n${feeds}${more === 0 ? '' : `\n… und ${counted(more, MORE_FEEDS)}`}`,
				'Siehe /sources.',
			),
	},

	decisions: {
		awaiting_feedback: ({ draft, by }) => `✏️ ${by === null ? 'Sie ändern' : `${by} ändert`} ${draft}.`,
		superseded: ({ draft, by, change }) =>
			`🔁 ${by === null ? 'Sie möchten' : `${by} möchte`} ${draft} ändern${change === null ? '.' : `: ${change}`}`,
		rejected: ({ draft, by }) => `🗑 ${by === null ? 'Sie haben' : `${by} hat`} ${draft} verworfen.`,
		dropped: ({ draft, by }) => `🗑 ${by} hat ${draft} verworfen.`,
		restored: ({ draft, by }) => `↩️ ${by === null ? 'Sie haben' : `${by} hat`} ${draft} zurückgeholt.`,
		published: ({ draft, by, link }) => `✅ ${by === null ? 'Sie haben' : `${by} hat`} ${draft} veröffentlicht.\n${link ?? FORWARD_IT}`,
	},
	changes: {
		words: ({ from, to }) => `${quote(from)} → ${quote(to)}`,
		title: ({ to }) => `neuer Titel ${quote(to)}`,
		wish: ({ words }) => quote(words),
		picture: 'ein anderes Bild',
		look: ({ name }) => `eine andere Vorlage (${name})`,
	},
	publicationToSettle: ({ draft, channel }) => paragraphs(`Telegram hat ${draft} nicht bestätigt.`, `Ist der Beitrag im Kanal? ${channel}`),
	previewToSettle: ({ draft }) => `Telegram hat die Vorschau von ${draft} nicht bestätigt. Fehlt sie? Drücken Sie den Knopf.`,
	publicationConfirmed: ({ draft, link }) => `✅ ${draft} ist veröffentlicht.\n${link ?? FORWARD_IT}`,
	publicationMissing: ({ draft }) => `${draft} wurde nicht veröffentlicht und wartet wieder auf eine Entscheidung.`,
	failure: ({ draft, step, reference, alike }) =>
		paragraphs(
			`⚠️ Ein technischer Fehler hat die Arbeit${draft === null ? '' : ` an ${draft}`} unterbrochen.`,
			draft === null ? 'Schicken Sie die Anfrage noch einmal, oder siehe /status.' : 'Drücken Sie „Fortsetzen“.',
			alike === null ? null : `Das geschah ${alike} Mal. Sechs Stunden lang melde ich es nicht mehr.`,
			`Geschieht es noch einmal, sagen Sie es dem Betreiber: ${quote(step)}, Nummer ${reference}.`,
		),
	interrupted: (what) =>
		`${work(what)} wurde während einer bezahlten Anfrage unterbrochen, die ich nicht von selbst wiederhole. ${wayOn(what)}`,
	abandoned: ({ attempts, ...what }) =>
		`${work(what)} wurde unterbrochen; nach ${counted(attempts, { one: 'Versuch', other: 'Versuchen' })} gebe ich auf. ${wayOn(what)}`,
	pressAgain: 'Telegram hat den Knopfdruck nicht bestätigt. Drücken Sie noch einmal.',
	away: '🕐 Ich bin beschäftigt oder starte neu. Ihre Nachricht ist gespeichert: Sie müssen sie nicht noch einmal schicken.',

	toasts: {
		away: 'Gespeichert. Ich mache es, sobald ich kann.',
		publish: 'Wird veröffentlicht…',
		feedback: 'Was soll sich ändern?',
		reject: 'Wird verworfen…',
		resume: 'Es geht weiter…',
		make_post: 'Ich bin dran.',
		no_post: 'In Ordnung, kein Beitrag.',
		read_link: 'Ich lese die Seite…',
		mention: 'Ich bin dran.',
		make_anew: 'Ich bin dran.',
		send_again: 'Ich bin dran.',
		leave_words: 'In Ordnung, es bleibt.',
		write_anyway: 'Ich bin dran.',
		leave_repeat: 'In Ordnung, kein zweiter Beitrag.',
		use_heard: 'Ich bin dabei.',
		say_again: 'Schreiben Sie es richtig, oder nehmen Sie es neu auf.',
		read_anyway: 'Ich lese die Seite…',
		take_anyway: 'Ich bin dran.',
		leave_card: 'Übersprungen.',
		show_it: 'Bitte sehr.',
		underWay: 'Daran wird schon gearbeitet.',
		take: 'Ich bin dran.',
		skip: 'Übersprungen.',
		outdatedCard: 'Diese Karte gilt nicht mehr.',
		takenCard: 'Diese Meldung wurde schon genommen.',
		dismissedCard: 'Diese Meldung wurde schon übersprungen.',
		expiredCard: 'Dieses Angebot ist abgelaufen. Mit /news suche ich noch einmal.',
		edit_title: 'Wie soll er lauten?',
		edit_text: 'Was soll sich ändern?',
		retry: 'Noch ein Versuch…',
		from_memory: 'Ich fange an.',
		back: 'Wird zurückgeholt…',
		send_link: 'Schicken Sie mir den Link.',
		write_anew: 'Wird neu geschrieben…',
		vouch: 'Notiert: Sie stehen dafür ein.',
		drop: 'Wird verworfen…',
		drop_anyway: 'Wird verworfen…',
		there: 'Notiert: Der Beitrag ist da.',
		not_there: 'Notiert: Der Beitrag ist nicht da.',
		absent: 'Wird noch einmal geschickt…',
		undo: 'Wird zurückgeholt…',
		show: 'Bitte sehr.',
		everywhere: 'Wird überall ersetzt…',
		change_it: 'Ich bin dran.',
		new_post: 'Ich bin dran.',
		write_all: 'Ich bin dran.',
		first_only: 'Ich bin dran.',
		with_photo: 'Mit Foto…',
		album_first: 'Ich nehme das erste…',
		album_all: 'Ich nehme alle…',
		album_cover: 'Ich nehme alle, nach einem Titelbild…',
		photo_mine: 'Danke, notiert.',
		photo_again: 'Noch ein Versuch…',
		photo_other: 'Ich nehme dieses…',
		draw_one: 'Ich zeichne…',
		send_one: 'Bitte schicken.',
		other_picture: 'Bitte wählen.',
		draw_new: 'Ich zeichne…',
		other_title: 'Bitte wählen.',
		one_title: 'Ein anderer Titel…',
		three_titles: 'Drei Titel…',
		shorter: 'Wird gekürzt…',
		other_template: 'Welche?',
		own_words: 'Was soll sich ändern?',
		look_classic: 'Das Titelbild wird geändert…',
		look_panel: 'Das Titelbild wird geändert…',
		look_full: 'Das Titelbild wird geändert…',
		look_frame: 'Das Titelbild wird geändert…',
		look_words: 'Das Titelbild wird geändert…',
		look_news: 'Das Titelbild wird geändert…',
		look_photo: 'Das Titelbild wird geändert…',
		title_1: 'Ich nehme diesen Titel…',
		title_2: 'Ich nehme diesen Titel…',
		title_3: 'Ich nehme diesen Titel…',
		picture_before: 'Das Bild davor kommt zurück…',
		settings: 'Bitte sehr.',
		setting: 'Bitte sehr.',
		set: 'Wird gespeichert.',
		unset: 'Wird gespeichert.',
		speak: 'In Ordnung.',
		page: 'Bitte sehr.',
		later: 'Wann soll er erscheinen?',
		at: 'Wird geplant…',
		other_time: 'Wann soll er erscheinen?',
		not_later: 'Zurück.',
		publish_now: 'Wird veröffentlicht…',
		next_slot: 'Wird geplant…',
		take_off: 'Kommt aus dem Plan…',
		correct: 'Was soll sich ändern?',
		take_down: 'Sind Sie sicher?',
		take_down_yes: 'Wird zurückgezogen…',
		take_down_no: 'Er bleibt.',
		publish_anew: 'Wird veröffentlicht…',
		leave_it: 'Ich lasse es.',
		close: 'Die Frage wird geschlossen…',
		week_all: 'Ich bin dran. Die Vorschauen folgen.',
		week_one: 'Ich bin dran. Die Vorschau folgt.',
		week_none: 'Gut, ich schreibe nichts.',
		brand_use: 'Neue Titelbilder zeigen dieses Logo.',
		brand_other: 'Ich zeichne andere Farben…',
		brand_leave: 'Nichts ändert sich.',
		cancel_wait: 'Abgebrochen.',
		lift_limit: 'Es geht weiter.',
		settledAlready: 'Das ist schon geklärt.',
		outdated: 'Dieser Knopf gilt nicht mehr. Nehmen Sie die neueste Vorschau.',
	},
	buttons: {
		publish: 'Veröffentlichen',
		feedback: 'Ändern…',
		reject: 'Verwerfen',
		resume: 'Fortsetzen',
		take: 'Schreiben',
		skip: 'Überspringen',
		make_post: 'Ja, schreiben',
		no_post: 'Nein',
		read_link: 'Lesen',
		mention: 'Nur erwähnen',
		make_anew: 'Neuer Entwurf',
		send_again: 'Erneut senden',
		leave_words: 'So lassen',
		write_anyway: 'Trotzdem',
		leave_repeat: 'Nicht schreiben',
		use_heard: 'Meine Antwort',
		say_again: 'Worte ändern',
		read_anyway: 'Trotzdem',
		take_anyway: 'Trotzdem',
		leave_card: 'Nicht schreiben',
		show_it: 'Zeigen',
		edit_title: 'Titel ändern',
		edit_text: 'Text ändern',
		retry: 'Noch einmal',
		from_memory: 'Aus Allgemeinwissen',
		back: 'Version davor',
		send_link: 'Ich schicke einen Link',
		write_anew: 'Neu schreiben',
		vouch: 'Das stimmt so',
		drop: 'Verwerfen',
		drop_anyway: 'Doch verwerfen',
		there: 'Ist da',
		not_there: 'Ist nicht da',
		absent: 'Fehlt hier',
		undo: 'Rückgängig',
		show: 'Zeigen',
		everywhere: 'Überall',
		change_it: 'Ändern',
		new_post: 'Neuer Beitrag',
		write_all: 'Alle schreiben',
		first_only: 'Nur den ersten',
		with_photo: 'Mit dem Foto',
		album_first: 'Nur das erste',
		album_all: 'Alle',
		album_cover: 'Mit Titelbild',
		photo_mine: 'Ich darf',
		photo_again: 'Noch einmal',
		photo_other: 'Dieses',
		draw_one: 'Zeichnen',
		send_one: 'Ich schicke eins',
		other_picture: 'Anderes Bild',
		draw_new: 'Zeichnen',
		other_title: 'Anderer Titel',
		one_title: 'Ein Titel',
		three_titles: 'Drei Titel',
		shorter: 'Kürzer',
		other_template: 'Andere Vorlage',
		own_words: 'Eigene Worte',
		look_classic: 'Klassisch',
		look_panel: 'Feld',
		look_full: 'Voll',
		look_frame: 'Rahmen',
		look_words: 'Text',
		look_news: 'News',
		look_photo: 'Kein Titelbild',
		title_1: 'Titel 1',
		title_2: 'Titel 2',
		title_3: 'Titel 3',
		picture_before: 'Bild davor',
		settings: 'Einstellungen',
		setting: 'Einstellung',
		set: 'Wählen',
		unset: 'Zurücksetzen',
		speak: 'Sprache',
		page: 'Mehr',
		later: 'Später…',
		at: 'Zu dieser Zeit',
		other_time: 'Andere Zeit…',
		not_later: 'Zurück',
		publish_now: 'Jetzt senden',
		next_slot: 'Nächster Termin',
		take_off: 'Aus dem Plan',
		correct: 'Korrigieren',
		take_down: 'Zurückziehen',
		take_down_yes: 'Ja, zurückziehen',
		take_down_no: 'Nein, er bleibt',
		publish_anew: 'Neu veröffentlichen',
		leave_it: 'So lassen',
		close: 'Schließen',
		week_all: 'Alle annehmen',
		week_one: 'Annehmen',
		week_none: 'Nicht nötig',
		brand_use: 'Nehmen',
		brand_other: 'Andere Farben',
		brand_leave: 'So lassen',
		cancel_wait: 'Abbrechen',
		lift_limit: 'Einmal aufheben',
	},
	placeholders: { feedback: 'Was soll sich ändern?', time: '24.12. 18:00', line: 'Eine Zeile für den Kanal' },
	captions: { onboarding: 'Das ist ein Test: ein Titelbild und ein Text, wie in einer Vorschau. Nichts wird veröffentlicht.' },
	covers: {
		onboarding: { title: 'Willkommen in der Redaktion', subtitle: 'So sehen die Titelbilder aus', category: 'Test' },
		sample: { title: 'Eine neue Tram zum Hafen', subtitle: 'Ab Montag alle zehn Minuten', category: 'Stadt' },
	},
	roles: { owner: 'Inhaber', editor: 'Redakteur' },

	problems: {
		link_unread: ({ words }) =>
			`Die Seite hinter dem Link kann ich nicht lesen. ${words ?? 'Schicken Sie einen anderen, oder ich schreibe aus Allgemeinwissen.'}`,
		no_source: 'Ich habe keine Seite dafür gefunden. Ich kann den Beitrag aus Allgemeinwissen schreiben. Oder schicken Sie einen Link.',
		search_unavailable:
			'Die Suche antwortet nicht. Versuchen Sie es noch einmal oder schicken Sie einen Link. Ich kann auch aus Allgemeinwissen schreiben.',
		feeds_missing: 'Es gibt keinen Feed zu lesen. Der Inhaber trägt Feeds in /settings ein.',
		source_taken: 'Zu dieser Quelle gibt es schon einen Entwurf oder Beitrag.',
		batch_not_found: 'Dieses Angebot ist abgelaufen.',
		item_not_found: 'Diese Karte gilt nicht mehr.',
		feeds_unreadable: 'Keiner der Feeds ist lesbar.',
		settings_invalid: about('Eine Einstellung kann ich nicht verwenden', 'Der Inhaber kann sie in /settings oder in n8n berichtigen.'),
		classification_invalid: 'Die Antwort der KI war nicht zu verwenden.',
		fact_unfounded: about('Die KI behauptet etwas, das nicht im Artikel steht'),
		reader_unavailable: 'Quellen sind gerade nicht lesbar. Versuchen Sie es gleich noch einmal.',
		outside_window: `Der Artikel ist älter, als sein Feed sagte. ${ANOTHER}`,
		host_denied: `Der Artikel ist auf einer Seite, die wir nicht verwenden. ${ANOTHER}`,
		article_too_short: 'Dort fand ich keinen Artikel. Schicken Sie den Link des Artikels selbst.',
		article_too_long: `Der Artikel ist länger als ${number(MAX_ARTICLE_TEXT_UNITS)} Zeichen. ${ANOTHER}`,
		too_complex: `Die Seite ist zu kompliziert aufgebaut. ${ANOTHER}`,
		url_invalid: `Diese Adresse kann ich nicht lesen. ${PUBLIC}`,
		scheme_forbidden: `Ich lese nur https-Adressen. ${PUBLIC}`,
		credentials_forbidden: `Adressen mit Namen oder Passwort lese ich nicht. ${PUBLIC}`,
		port_forbidden: `Ich lese nur den üblichen https-Port. ${PUBLIC}`,
		host_forbidden: `Diese Adresse ist nicht im öffentlichen Internet. ${PUBLIC}`,
		address_forbidden: `Diese Adresse führt nicht ins öffentliche Internet. ${PUBLIC}`,
		redirect_invalid: 'Die Seite leitet auf eine falsche Adresse um. Schicken Sie die Zieladresse.',
		too_many_redirects: 'Die Seite leitet mehr als dreimal um. Schicken Sie die Zieladresse.',
		dns_failed: `Diese Seite gibt es nicht. Prüfen Sie den Namen. ${LATER}`,
		connect_failed: `Die Seite antwortet nicht. ${LATER}`,
		tls_failed: 'Die Seite hat kein gültiges Zertifikat. Das kann nur ihr Betreiber beheben.',
		upstream_timeout: `Die Seite ist zu langsam. ${LATER}`,
		upstream_busy: `Die Seite bittet zu warten. ${LATER}`,
		upstream_refused: `Die Website erlaubt mir das Lesen nicht. ${ANOTHER}`,
		upstream_gone: `Den Artikel gibt es dort nicht mehr. ${ANOTHER}`,
		upstream_status: `Die Seite meldete einen Fehler. ${LATER}`,
		upstream_broken: `Die Antwort der Seite war beschädigt. ${LATER}`,
		encoding_unsupported: `Die Seite verpackt ihre Antwort so, dass ich sie nicht lesen kann. ${ANOTHER}`,
		source_too_large: `Die Seite ist zu groß. ${ANOTHER}`,
		content_type_unsupported: `Unter dieser Adresse ist keine Textseite. ${ANOTHER}`,
		charset_unknown: `Die Zeichen dieser Seite kenne ich nicht. ${ANOTHER}`,
		source_walled: `Der Artikel liegt hinter einer Zustimmung oder Anmeldung. ${ANOTHER}`,
		not_a_feed: 'Unter dieser Adresse ist kein Feed. Schicken Sie die Adresse des Feeds selbst.',
		feed_malformed: 'Der Feed ist fehlerhaft. Das kann nur sein Betreiber beheben.',
		ai_unavailable: 'Der KI-Anbieter hat nicht geantwortet. Versuchen Sie es in einer Minute noch einmal.',
		ai_key_refused: `Der KI-Anbieter lehnt den Schlüssel ab. Sagen Sie es dem Betreiber; ${AGAIN}`,
		ai_no_credit: `Das KI-Konto hat kein Guthaben mehr. Bitten Sie den Betreiber, es aufzuladen; ${AGAIN}`,
		ai_spending_limit: `Das KI-Konto oder sein Schlüssel ist an der Ausgabengrenze. Bitten Sie den Betreiber, sie zu erhöhen; ${AGAIN}`,
		ai_model_unknown: `Dieses Modell gibt es beim KI-Anbieter nicht. Bitten Sie den Betreiber, ein anderes zu wählen; ${AGAIN}`,
		ai_not_verified: 'Dieses Modell ist geprüften Organisationen vorbehalten. Bitten Sie den Betreiber um eine Prüfung.',
		ai_region: 'Der KI-Anbieter bedient dieses Land nicht. Sagen Sie es dem Betreiber: Ein anderer Anbieter ist nötig.',
		ai_request_refused:
			'Das KI-Modell nimmt einen Teil unserer Anfrage nicht an. Sagen Sie es dem Betreiber: Ein anderes Modell ist nötig.',
		ai_context_too_long:
			'Anfrage und Quellen sind länger, als das KI-Modell annimmt. Fassen Sie sich kürzer, oder sagen Sie es dem Betreiber.',
		ai_busy: ({ words: seconds }) =>
			seconds === null
				? 'Der KI-Anbieter ist beschäftigt. Versuchen Sie es in einer Minute noch einmal.'
				: `Der KI-Anbieter bittet, ${seconds} s zu warten. Versuchen Sie es dann noch einmal.`,
		ai_incomplete: 'Die Antwort der KI brach ab. Versuchen Sie es noch einmal.',
		ai_refused: 'Die KI hat diese Anfrage abgelehnt. Fragen Sie mit anderen Worten.',
		ai_malformed: 'Die Antwort der KI war nicht lesbar. Versuchen Sie es noch einmal.',
		verdict_malformed: 'Die Antwort der Faktenprüfung war nicht lesbar.',
		verdict_contradiction: 'Die Antwort der Faktenprüfung widerspricht sich.',
		verdict_empty: 'Die Faktenprüfung hat den Text abgelehnt und keinen Grund genannt.',
		verdict_too_many_issues: 'Die Faktenprüfung fand mehr als zehn Fehler. Formulieren Sie Ihre Anfrage anders.',
		semantic_fail: about('Der Text sagt mehr als seine Quellen'),
		foreign_contact: about('Der Text hat einen Kontakt, der weder in Ihrer Anfrage noch in den Quellen steht'),
		own_check: about('Ihre eigene Prüfung lehnt den Text ab'),
		language_mixed: about(
			'Ein Teil des Textes ist in einer anderen Sprache',
			'Versuchen Sie es noch einmal oder schreiben Sie, was sich ändern soll.',
		),
		text_too_long: `Der Text ist mit seinem Link länger als ${MAX_CAPTION_UNITS} Zeichen.`,
		shorten_required: 'Der berichtigte Text ist mit seinem Link zu lang.',
		title_too_long: `Der Titel ist länger als ${MAX_TITLE_UNITS} Zeichen. Schreiben Sie einen kürzeren.`,
		title_empty: 'Der Titel ist leer. Schreiben Sie einen.',
		title_line_break: 'Der Titel hat mehr als eine Zeile. Schreiben Sie ihn in eine.',
		subtitle_too_long: `Der Untertitel ist länger als ${MAX_SUBTITLE_UNITS} Zeichen. Schreiben Sie einen kürzeren.`,
		subtitle_line_break: 'Der Untertitel hat mehr als eine Zeile. Schreiben Sie ihn in eine.',
		category_too_long: `Die Rubrik ist länger als ${MAX_CATEGORY_UNITS} Zeichen.`,
		category_line_break: 'Die Rubrik hat mehr als eine Zeile.',
		cover_address: about('Ein Titelbild zeigt keine Adresse', 'Setzen Sie sie in den Text. Ein Name, der so aussieht, beginnt groß.'),
		body_empty: 'Vom Text bliebe nichts übrig.',
		link_too_long: 'Der Link ist zu lang: Er lässt keinen Platz für Text.',
		link_invalid: 'Der Link ist keine einfache https-Adresse.',
		image_prompt_empty: 'Eine Beschreibung des Bildes fehlt.',
		image_prompt_too_long: 'Die Beschreibung des Bildes ist zu lang.',
		fragment_not_found: about('Diese Worte stehen nicht im Text'),
		fragment_ambiguous: about('Diese Worte stehen mehrmals im Beitrag', 'Nehmen Sie mehr davon oder ersetzen Sie sie überall.'),
		fragments_overlap: about('Zwei Ersetzungen betreffen dieselben Worte'),
		replacement_duplicate: about('Dieselben Worte würden zweimal ersetzt'),
		replacement_empty_change: about('Diese Änderung würde nichts ändern'),
		edit_scope_violation: about('Die Faktenprüfung will mehr ändern als die Worte, um die Sie baten'),
		edit_unfinished: 'Diese Änderung ist nicht vollständig. Schreiben Sie zum Beispiel: title: Neuer Titel.',
		wish_unclear: 'Was soll sich ändern? Schreiben Sie es oder „abbrechen“.',
		caption_mismatch: 'Der gespeicherte Text und seine Teile passen nicht zusammen.',
		link_mismatch: 'Der Link gehört nicht zur gewählten Nachricht.',
		facts_invalid: 'Die Fakten dieses Beitrags fehlen oder sind zu lang.',
		source_missing: 'Eine Quelle dieses Beitrags fehlt.',
		image_unavailable: 'Das Bild konnte nicht gemacht werden. Versuchen Sie es in einer Minute noch einmal.',
		image_model_gone: `Dieses Bildmodell gibt es beim KI-Anbieter nicht mehr. Bitten Sie den Betreiber, ein anderes zu wählen; ${AGAIN}`,
		image_refused: 'Die KI wollte das nicht zeichnen. Bitten Sie um ein anderes Bild.',
		image_empty: 'Das Bild kam leer zurück. Versuchen Sie es noch einmal.',
		image_too_small: 'Das Bild kam beschädigt zurück. Versuchen Sie es noch einmal.',
		image_too_large: `Das Bild ist größer als ${MAX_IMAGE_BYTES / MIB} MiB. Sagen Sie es dem Betreiber: Ein anderes Bildmodell ist nötig.`,
		image_not_png: 'Das Bild ist kein PNG, JPEG oder WebP. Sagen Sie es dem Betreiber: Ein anderes Bildmodell ist nötig.',
		image_none: 'Die KI hat kein Bild geliefert. Versuchen Sie es noch einmal, oder bitten Sie den Betreiber um ein anderes Bildmodell.',
		image_as_address: 'Die KI hat statt eines Bildes eine Adresse geliefert. Sagen Sie es dem Betreiber: Ein anderes Bildmodell ist nötig.',
		image_wrong_size:
			`Das Bild ist nicht ${SOURCE_IMAGE_WIDTH_PX} × ${SOURCE_IMAGE_HEIGHT_PX} Pixel groß. ` +
			'Sagen Sie es dem Betreiber: Ein anderes Bildmodell ist nötig.',
		image_import_mismatch: 'Das gespeicherte Bild ist nicht das gezeichnete.',
		renderer_unavailable:
			'Das Bild ist gezeichnet, aber Titelbilder entstehen gerade nicht. Versuchen Sie es in einer Minute: Nichts wird zweimal bezahlt.',
		covers_busy: 'Gerade entstehen zu viele Titelbilder. Versuchen Sie es in einer Minute noch einmal.',
		covers_key: `Das Programm für Titelbilder lehnt den Schlüssel ab. Sagen Sie es dem Betreiber; ${AGAIN}`,
		execution_failed: 'Bei uns ist etwas schiefgegangen. Ihr Beitrag ist sicher.',
		interrupted: 'Die Arbeit wurde unterbrochen.',
		image_not_found: 'Das gespeicherte Bild ist weg. Bitten Sie um ein neues.',
		invalid_image: 'Das Bild ist beschädigt. Versuchen Sie es noch einmal.',
		body_too_large: `Das Bild ist größer als ${MAX_IMAGE_BYTES / MIB} MiB.`,
		layout_overflow: 'Titel oder Untertitel passt nicht auf das Titelbild. Kürzen Sie ihn.',
		unsupported_character: about('Ein Zeichen aus Titel oder Untertitel kann das Titelbild nicht zeigen', 'Lassen Sie es weg.'),
		version_conflict: 'Diese Version hat schon ein anderes Titelbild.',
		cover_mismatch: 'Das Titelbild ist nicht das, um das ich gebeten habe.',
		cover_too_large: 'Das Titelbild ist zu groß zum Senden.',
		invalid_request: 'Aus diesem Entwurf lässt sich kein Titelbild machen.',
		not_delivered: 'Die Vorschau hat niemanden erreicht.',
		preview_unconfirmed: 'Telegram hat die Vorschau nicht bestätigt. Fehlt sie? Drücken Sie „Fehlt hier“.',
		in_preparation: 'Der Entwurf ist noch nicht fertig. Drücken Sie gleich noch einmal.',
		is_published: 'Er ist schon veröffentlicht.',
		is_rejected: 'Er ist schon verworfen.',
		is_replaced: 'Es gibt eine neuere Version.',
		being_published: 'Er ist geplant (/plan), wird veröffentlicht oder wartet, bis der Inhaber im Kanal nachsieht.',
		no_copy: 'Sie haben keine Kopie dieses Beitrags. Die andere Person entscheidet, wann er erscheint.',
		goes_out: 'Zu spät: Er wird schon veröffentlicht.',
		time_past: 'Diese Zeit ist vorbei. Wählen Sie eine andere.',
		time_too_far: `Ich plane höchstens ${LONGEST_PLAN_DAYS} Tage voraus. Wählen Sie eine frühere Zeit.`,
		no_times: 'Gerade plant diese Redaktion nichts. Drücken Sie „Veröffentlichen“, wenn der Beitrag erscheinen soll.',
		slot_taken: 'Diese Zeit hat ein anderer Beitrag. Wählen Sie eine andere.',
		nothing_before: 'Vor dieser gibt es keine fertige Version.',
		not_ready: 'In diesem Entwurf fehlt noch etwas.',
		work_under_way:
			'Jemand hat zuerst „Noch einmal“ gedrückt, deshalb arbeite ich weiter. Doch verwerfen? Drücken Sie noch einmal „Verwerfen“.',
		state_conflict: 'Das ist schon entschieden.',
		copy_not_delivered: 'Dieser Knopf gilt nicht mehr. Nehmen Sie die neueste Vorschau.',
		content_mismatch: 'Der Beitrag hat sich geändert. Nehmen Sie die neueste Vorschau.',
		session_held: 'Jemand anders ändert diesen Entwurf gerade.',
		transition_forbidden: 'Das ist nicht mehr möglich.',
		material_not_found: 'Diesen Entwurf gibt es nicht.',
		draft_open: 'Dieser Entwurf hat schon eine offene Version.',
	},
	coverFields: { title: 'Der Titel', subtitle: 'Der Untertitel', category: 'Die Rubrik' },
	tooLong: {
		characters: ({ text, fits, over }) => `${text} ist länger als ${fits} Zeichen, um ${over}.`,
		lines: ({ text, fits, needs }) => `${text} passt nicht auf das Titelbild: Nötig sind ${needs} Zeilen, Platz ist für ${fits}.`,
		percent: ({ text, over }) => `${text} passt nicht auf das Titelbild: etwa ${over} % zu lang.`,
		word: ({ text }) => `${text} passt nicht auf das Titelbild: Ein Wort ist breiter als eine Zeile.`,
	},
	makeShorter: 'Kürzen Sie.',
	unknownProblem: 'Etwas ist schiefgegangen. Der Betreiber kann nachsehen.',
};

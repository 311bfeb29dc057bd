/** What is answered to somebody who is not signed in: nothing of the desk. */
import type { IncomingMessage } from 'node:http';
import { languageOf, type Language } from '@copydesk/domain/language';
import { html } from './html.ts';
import { doorText } from './pages/layout.ts';
import { wordsIn } from './words/words.ts';

export interface Answer {
	readonly status: number;
	/** HTML without it. */
	readonly type?: string;
	readonly body?: string | Buffer;
	readonly headers?: Readonly<Record<string, string>>;
}

export type DoorWords = 'bad' | 'closed' | 'busy' | 'missing' | 'failed';

/** @param ofDesk the language for browsers that ask for none of ours */
export function createDoors(ofDesk: Language) {
	const spoken = (request: IncomingMessage) => {
		const asked = (request.headers['accept-language'] ?? '').split(/[,;]/)[0]?.trim();
		return wordsIn(languageOf(asked) ?? ofDesk);
	};
	return {
		door(request: IncomingMessage, status: number, which: DoorWords, headers: Readonly<Record<string, string>> = {}): Answer {
			const { words, language } = spoken(request);
			const text = doorText(words, language, words.enter[which], html`<p>${words.enter[`${which}Text`]}</p>`);
			return { status, body: text, headers };
		},

		/** The link is used by a press: what looks at links to preview them must not use it up. */
		enter(request: IncomingMessage, link: string): Answer {
			const { words, language } = spoken(request);
			const button = html`<button class="primary">${words.enter.button}</button>`;
			const form = html`<form method="post" action="/enter"><input type="hidden" name="link" value="${link}" />${button}</form>`;
			return {
				status: 200,
				body: doorText(
					words,
					language,
					words.enter.title,
					html`<p>${words.enter.text}</p>
						${form}`,
				),
			};
		},

		/** A Mini App: its script sends what the messenger signed. */
		app(request: IncomingMessage): Answer {
			const { words, language } = spoken(request);
			const body = html`<p id="failed" hidden>${words.enter.appFailed}</p>
				<noscript><p>${words.enter.noScript}</p></noscript>`;
			return { status: 200, body: doorText(words, language, words.enter.app, body, '/app.js') };
		},
	};
}

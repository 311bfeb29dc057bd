/** The frame around every page. */
import { html, type Html, type Part } from '../html.ts';
import { viewNames, type Page, type View, type ViewName } from '../view.ts';
import type { Words } from '../words/words.ts';
import { icon } from './parts.ts';

const PATHS: Readonly<Record<ViewName, string>> = {
	now: '/',
	plan: '/plan',
	posts: '/posts',
	news: '/news',
	figures: '/figures',
	audit: '/audit',
	health: '/health',
};

/** Everything that a browser is told before it shows anything; no address of anybody else is in it. */
const head = (title: string, script: string | null): Html =>
	html`<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width, initial-scale=1" />
		<meta name="color-scheme" content="light dark" />
		<meta name="robots" content="noindex" />
		<title>${title} · Copydesk</title>
		<link rel="icon" href="/icon.svg" type="image/svg+xml" />
		<link rel="stylesheet" href="/base.css" />
		<link rel="stylesheet" href="/board.css" />
		${script === null ? '' : html`<script src="${script}" defer></script>`}
	</head>`;

const document = (language: string, top: Html, body: Part, names = ''): string =>
	html`<!doctype html>
		<html lang="${language}">
			${top}
			<body class="${names}">
				${body}
			</body>
		</html>`.text;

export function pageText({ words, language, person }: View, page: Page): string {
	if (page.bare === true)
		return document(language, head(page.title, null), html`<main id="main" class="bare">${page.body}</main>`, 'record');
	return document(
		language,
		head(page.title, page.view === 'now' ? '/board.js' : null),
		html`<a class="skip" href="#main">${words.skip}</a>
			<header class="side">
				<a class="brand" href="/"
					><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
						<rect width="24" height="24" rx="6" fill="#bb3626" />
						<path d="M7 8h10M7 12h7M7 16h4" stroke="#fff" stroke-width="2" stroke-linecap="round" /></svg
					><span>Copydesk</span></a
				>
				<nav aria-label="${words.name}">
					<ul>
						${viewNames.map(
							(name) =>
								html`<li>
									<a href="${PATHS[name]}" ${page.view === name ? html` aria-current="page"` : ''}
										>${icon(name)}<span>${words.views[name]}</span></a
									>
								</li>`,
						)}
					</ul>
				</nav>
				<div class="person">
					<p><b>${person.displayName}</b><span>${words.roles[person.role]}</span></p>
					<form method="post" action="/leave"><button title="${words.leave}" aria-label="${words.leave}">${icon('leave')}</button></form>
				</div>
			</header>
			<main id="main" tabindex="-1">
				<div class="top">
					<div>
						<h1>${page.title}</h1>
						${page.note === undefined ? '' : html`<p class="note">${page.note}</p>`}
					</div>
					${page.tools ?? ''}
				</div>
				${page.body}
				<p class="foot">${words.readOnly}</p>
			</main>`,
	);
}

/** A page for somebody who is not signed in: it says nothing about the desk. */
export function doorText(words: Words, language: string, title: string, body: Part, script: string | null = null): string {
	return document(
		language,
		head(title, script),
		html`<main id="main" class="door">
			<svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true">
				<rect width="24" height="24" rx="6" fill="#bb3626" />
				<path d="M7 8h10M7 12h7M7 16h4" stroke="#fff" stroke-width="2" stroke-linecap="round" />
			</svg>
			<h1>${title}</h1>
			${body}
		</main>`,
		'closed',
	);
}

/** Which page an address leads to. */
import type { Bytes, Page, View } from '../view.ts';
import { auditCsv, auditPage } from './audit.ts';
import { figuresPage } from './figures.ts';
import { healthPage } from './health.ts';
import { newsPage } from './news.ts';
import { nowPage } from './now.ts';
import { planPage } from './plan.ts';
import { postPage, recordJson, recordPage } from './post.ts';
import { postsPage } from './posts.ts';

type Made = Promise<Page | Bytes | undefined>;

const PAGES: Readonly<Record<string, (view: View) => Made>> = {
	'/': nowPage,
	'/plan': planPage,
	'/posts': postsPage,
	'/news': newsPage,
	'/figures': figuresPage,
	'/audit': auditPage,
	'/audit.csv': auditCsv,
	'/health': healthPage,
};

const OF_POST = /^\/posts\/([1-9]\d{0,8})(\.json|\/record)?$/;

/** Undefined if there is no such page. */
export async function pageAt(view: View, path: string): Made {
	const [, number, more = ''] = OF_POST.exec(path) ?? [];
	if (number === undefined) return Object.hasOwn(PAGES, path) ? PAGES[path]?.(view) : undefined;
	const pages = { '': postPage, '.json': recordJson, '/record': recordPage } as const;
	return pages[more as keyof typeof pages](view, Number(number));
}

/** Frequent small words by which a sentence shows its language, as data. A language without a list is judged by its script alone. */
const lists = {
	en:
		'the of and to is are was were with for that this from have has will be been not but they their which who we ' +
		'you our it its by at as on an or',
	de:
		'der die das und ist sind war mit für dass von nicht auch auf ein eine einen einem den dem des zu wird werden ' +
		'haben hat bei nach wie oder aber wir sie sich im am',
	es: 'el la los las de del y es son fue con para que por no se una un su sus pero más como este esta ha han en al lo ' + 'también desde',
	fr:
		'le la les des de du et est sont était avec pour que qui par pas ne une un son ses mais plus dans sur ce cette ' +
		'au aux il elle nous vous ont',
	it:
		'il lo la gli le di del della e è sono era con per che non si una un suo sua ma più nel nella dei delle anche ' +
		'questo questa da ha hanno',
	pt:
		'o a os as de do da dos das e é são foi com para que por não se uma um seu sua mas mais no na nos nas como este ' + 'esta ao também em',
	nl:
		'de het een en is zijn was met voor dat van niet ook op te wordt worden heeft hebben bij naar als of maar wij ' + 'zij er aan uit deze',
	pl: 'i w na z do się nie jest są był było dla że od po o jak ale przez tym tego oraz które który która został ' + 'będzie może już',
	cs: 'a v na z do se není je jsou byl byla bylo pro že od po o jak ale při tím toho které který která bude může již ' + 'také',
	sv: 'och att det som en ett är var med för på av inte till den de har han hon vi från om men eller kan ska under ' + 'efter',
	tr: 've bir bu için ile da de çok olan olarak var daha gibi kadar sonra en ama ya değil her ne olduğu',
	ru:
		'и в на с по для что это не от к из за о об у до как но его её их был была было были есть также или если когда ' +
		'мы вы они она он где уже только чтобы который которая которые',
	uk:
		'і й в у на з із по для що це не від до як але його її їх був була було були є також або якщо коли ми ви вони ' +
		'вона він де вже тільки щоб який яка які та про',
	bg:
		'и в на с за че това не от до като но го я ги е са беше също или ако когато ние вие те тя той къде вече само да ' +
		'ще се който която които със',
} as const;

export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
	Object.entries(lists).map(([tag, words]) => [tag, new Set(words.split(' '))]),
);

/** The language that most small words of a text belong to, by its tag; null if none does. */
export function languageByWords(text: string): string | null {
	const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
	const counts = Object.entries(stopWords).map(([tag, known]) => ({ tag, count: words.filter((word) => known.has(word)).length }));
	const best = counts.reduce((most, each) => (each.count > most.count ? each : most), { tag: '', count: 0 });
	return best.count === 0 ? null : best.tag;
}

/** Letters that one of two near languages does not have. */
export const foreignLetters: Readonly<Record<string, RegExp>> = { ru: /[іїєґў]/giu, uk: /[ыэёъ]/giu, bg: /[іїєґыэё]/giu };

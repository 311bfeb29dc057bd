/** Words by which a text says that it tells what happened next. */
const NEXT = new RegExp(
	`(?<!\\p{L})(?:${[
		'after|again|back|reopen\\w*|returns?|returned|ended|annul\\w*|restor\\w*|results?|already|finally|since|later|cancel\\w*',
		'postpone\\w*|stop(?:s|ped)|sequel|earlier|appeal\\w*|resign\\w*|follow-up|update',
		'после|снова|опять|вернут|вернул\\p{L}*|отменил\\p{L}*|наконец|итог\\p{L}*|спустя|ранее|раньше|завершил\\p{L}*|закончил\\p{L}*',
		'перенес\\p{L}*|уже|продолжени\\p{L}*|подробност\\p{L}*|суд',
	].join('|')})(?!\\p{L})`,
	'iu',
);

export const tellsWhatCameNext = (text: string): boolean => NEXT.test(text);

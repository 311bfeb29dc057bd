/** What can become of one request to the messenger, by name, so that a schedule can be told in words. */
import type { Behaviour, Call } from '../support/messenger.ts';

/** The messenger retries by itself for up to a minute; a 429 after this long may follow on a message that exists. */
const SLOW_FLOOD_MS = 55_000;
const FLOOD = { refuse: 429, description: 'Too Many Requests: retry after 5', retryAfter: 5 };
const RESTART = { refuse: 500, description: 'Internal Server Error: restart' };

const NOT_MODIFIED = {
	refuse: 400,
	description: 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
};

const countIn = ({ fields: { media } }: Call): number =>
	((typeof media === 'string' ? JSON.parse(media) : (media ?? [])) as readonly unknown[]).length;

/** An album is refused after some of its items were sent. */
function ofAlbum(description: string, keeps: (call: Call, count: number) => number) {
	return (call: Call): Behaviour =>
		call.method === 'sendMediaGroup' ? { refuse: 400, description, accept: true, keeps: keeps(call, countIn(call)) } : 'ok';
}

const behaviours = {
	lost: 'lost_after',
	cut: 'cut_after',
	reset: 'lost_before',
	error500: RESTART,
	accepted500: { ...RESTART, accept: true },
	error502: { raw: '<html>Bad Gateway</html>', status: 502 },
	notJson: { raw: '<html>try again</html>', status: 200 },
	acceptedNotJson: { raw: '<html>try again</html>', status: 200, accept: true },
	flood: FLOOD,
	longFlood: { ...FLOOD, retryAfter: 40 },
	slowFlood: { ...FLOOD, afterMs: SLOW_FLOOD_MS },
	acceptedSlowFlood: { ...FLOOD, afterMs: SLOW_FLOOD_MS, accept: true },
	blocked: { refuse: 403, description: 'Forbidden: bot was blocked by the user' },
	badRequest: { refuse: 400, description: 'Bad Request: chat not found' },
	/** What it says of words and pictures is true: they are changed already, as by a request that came twice. */
	notModified: ({ method }: Call) =>
		!method.startsWith('edit') ? 'ok' : /(?:Text|Markup)$/.test(method) ? NOT_MODIFIED : { ...NOT_MODIFIED, accept: true },
	idZero: 'without_id',
	/** Of an album some items were sent, and then one failed, or the pace was too fast. */
	partly: ofAlbum(
		'Bad Request: failed to send message #2 with the error message "Internal Server Error"',
		({ number }, count) => 1 + (number % (count - 1)),
	),
	hiddenFlood: ofAlbum('Bad Request: Too Many Requests: retry after 8', ({ number }, count) => number % count),
	/** The connection itself; such a request never comes here. */
	refused: 'ok',
} as const satisfies Readonly<Record<string, Behaviour | ((call: Call) => Behaviour)>>;

export type Mode = keyof typeof behaviours;
/** Those of albums alone. */
const ofAlbums: readonly Mode[] = ['partly', 'hiddenFlood'];
/** Those that are drawn at random; a long flood comes with presses that meet it. */
export const modes = (Object.keys(behaviours) as readonly Mode[]).filter((mode) => mode !== 'longFlood' && !ofAlbums.includes(mode));

export function behaviourOf(mode: Mode, call: Call): Behaviour {
	const behaviour: Behaviour | ((call: Call) => Behaviour) = behaviours[mode];
	return typeof behaviour === 'function' ? behaviour(call) : behaviour;
}

/** A thread that does what a document tells it: for the tests of the cage around parsers. */
import { parentPort } from 'node:worker_threads';

const kept = [];
parentPort?.on('message', (job) => {
	const told = new TextDecoder().decode(job.bytes);
	if (told === 'loop') for (;;);
	if (told === 'regex') /^(a+)+$/.test(`${'a'.repeat(60)}b`);
	if (told === 'grow') for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})));
	if (told === 'throw') throw new Error('a parser broke');
	if (told === 'reject') void Promise.reject(new Error('a parser broke later'));
	else if (told === 'exit') process.exit(0);
	else if (told === 'print') console.log(`SECRET ${told}`);
	parentPort?.postMessage({ kind: 'done', result: { code: 'not_a_feed' } });
});
parentPort?.postMessage({ kind: 'ready' });

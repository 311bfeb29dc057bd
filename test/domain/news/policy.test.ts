import { expect } from 'chai';

import { isHostAllowed, readHostRule } from '../../../domain/news/policy.ts';

describe('A rule about hosts', () => {
	const read: readonly [text: string, rule: string | null][] = [
		['coast.example', 'coast.example'],
		['COAST.example.', 'coast.example'],
		['*.coast.example', '*.coast.example'],
		['порт.example', 'xn--n1abei.example'],
		['https://coast.example', null],
		['coast.example/news', null],
		['coast.example:443', null],
		['me@coast.example', null],
		['*', null],
		['*.', null],
		['a.*.example', null],
		['two words', null],
		['', null],
	];
	for (const [text, rule] of read) it(`reads ${JSON.stringify(text)} as ${rule}`, () => expect(readHostRule(text)).to.equal(rule));
});

describe('A host', () => {
	const judged: readonly [why: string, host: string, allow: string[], deny: string[], isAllowed: boolean][] = [
		['is allowed where nothing is said', 'coast.example', [], [], true],
		['is refused when it is denied', 'coast.example', [], ['coast.example'], false],
		['is refused when it is below a denied one', 'a.b.coast.example', [], ['*.coast.example'], false],
		['is not below itself', 'coast.example', [], ['*.coast.example'], true],
		['is not below one whose name it only ends with', 'westcoast.example', [], ['*.coast.example'], true],
		['is not meant by the rule of its parent', 'www.coast.example', ['coast.example'], [], false],
		['is refused when others are allowed', 'coast.example', ['harbour.example'], [], false],
		['is allowed when it is named', 'coast.example', ['harbour.example', 'coast.example'], [], true],
		['is refused when it is both', 'coast.example', ['coast.example'], ['coast.example'], false],
		['is the same with a dot at its end', 'coast.example.', [], ['coast.example'], false],
	];
	for (const [why, host, allow, deny, isAllowed] of judged) it(why, () => expect(isHostAllowed(host, { allow, deny })).to.equal(isAllowed));
});

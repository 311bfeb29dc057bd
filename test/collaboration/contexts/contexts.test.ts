import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { createContexts, type Subject } from '@copydesk/collaboration/contexts/contexts';

const EPOCH = Date.UTC(2027, 0, 1);
const A = { kid: 'a', key: Buffer.alloc(32, 1) };
const B = { kid: 'b', key: Buffer.alloc(32, 2) };
const subject: Subject = {
	sub: 1002,
	chat: 1002,
	role: 'editor',
	owner_chat_id: 1001,
	event_key: 'u:7',
	execution_id: '42',
	purpose: 'event',
};

const clock = { nowMs: EPOCH };
const contextsOf = (...keys: { kid: string; key: Buffer }[]) => createContexts({ keys, nowMs: () => clock.nowMs, newId: () => 'id-1' });
const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const sign = (key: Buffer, header: unknown, contents: unknown, hash = 'sha256') => {
	const signed = `${part(header)}.${part(contents)}`;
	return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
};
const good = () => ({ iss: 'copydesk', ...subject, iat: EPOCH / 1_000, exp: EPOCH / 1_000 + 3_600, jti: 'x' });
const HS256 = { alg: 'HS256', kid: 'a' };

const refusal = (token: string, contexts = contextsOf(A)): Promise<string> =>
	contexts.verify(token).then(
		() => 'accepted',
		(error: { code: string }) => error.code,
	);

describe('The signed context', () => {
	beforeEach(() => {
		clock.nowMs = EPOCH;
	});

	it('says who acts, for what and until when', async () => {
		const { _svc, expires_at } = await contextsOf(A).sign(subject);
		expect(expires_at).to.equal(EPOCH + 3_600_000);
		expect(await contextsOf(A).verify(_svc)).to.deep.equal({
			iss: 'copydesk',
			...subject,
			iat: EPOCH / 1_000,
			exp: EPOCH / 1_000 + 3_600,
			jti: 'id-1',
		});
		expect(JSON.parse(Buffer.from(_svc.split('.')[0] as string, 'base64url').toString())).to.deep.equal({ alg: 'HS256', kid: 'a' });
	});

	it('lives for one hour, to the second', async () => {
		const { _svc } = await contextsOf(A).sign(subject);
		clock.nowMs = EPOCH + 3_599_999;
		expect(await refusal(_svc)).to.equal('accepted');
		clock.nowMs = EPOCH + 3_600_000;
		expect(await refusal(_svc)).to.equal('context_expired');
	});

	it('survives a rotation: the new key signs, the old one still verifies, and is gone when it is taken out', async () => {
		const { _svc: old } = await contextsOf(A).sign(subject);
		const { _svc: fresh } = await contextsOf(B, A).sign(subject);
		expect(await refusal(old, contextsOf(B, A))).to.equal('accepted');
		expect(await refusal(fresh, contextsOf(A, B)), 'an instance that knows the new key but still signs with the old').to.equal('accepted');
		expect(await refusal(fresh, contextsOf(A))).to.equal('context_invalid');
		expect(await refusal(old, contextsOf(B))).to.equal('context_invalid');
	});

	it('is refused when any single character of it is another', async () => {
		const { _svc } = await contextsOf(A).sign(subject);
		for (let at = 0; at < _svc.length; at += 1) {
			const other = _svc[at] === 'A' ? 'B' : 'A';
			expect(await refusal(_svc.slice(0, at) + other + _svc.slice(at + 1)), `character ${at}`).to.equal('context_invalid');
		}
	});

	it('is refused when it is cut, padded or put together from parts', async () => {
		const { _svc } = await contextsOf(A).sign(subject);
		const [header, payload, signature] = _svc.split('.') as [string, string, string];
		const { _svc: other } = await contextsOf(A).sign({ ...subject, sub: 1001, role: 'owner' });
		const [, otherPayload] = other.split('.') as [string, string, string];
		for (const token of [
			'',
			'.',
			'..',
			'x',
			header,
			`${header}.${payload}`,
			`${header}.${payload}.`,
			`${_svc}.`,
			`${_svc}=`,
			` ${_svc}`,
			`${_svc}\n`,
			`${header}.${otherPayload}.${signature}`,
			'a'.repeat(5_000),
		]) {
			expect(await refusal(token), JSON.stringify(token.slice(0, 20))).to.equal('context_invalid');
		}
		for (let length = 0; length < _svc.length; length += 7) expect(await refusal(_svc.slice(0, length))).to.equal('context_invalid');
	});

	it('chooses the algorithm itself, whatever the header says', async () => {
		const headers = [
			{ alg: 'none' },
			{ alg: 'none', kid: 'a' },
			{ alg: 'HS512', kid: 'a' },
			{ alg: 'hs256', kid: 'a' },
			{ alg: ['HS256'], kid: 'a' },
			{ kid: 'a' },
			{ alg: 'HS256' },
			{ alg: 'HS256', kid: 'z' },
			{ alg: 'HS256', kid: ['a'] },
		];
		const more = [
			{ ...HS256, crit: ['b64'], b64: false },
			{ ...HS256, jwk: { k: 'x' } },
			{ ...HS256, typ: 'JWE' },
			'null',
			'[]',
			'"HS256"',
			'{',
		];
		for (const header of [...headers, ...more])
			expect(await refusal(sign(A.key, header, good())), JSON.stringify(header)).to.equal('context_invalid');
		expect(await refusal(sign(A.key, { alg: 'HS512', kid: 'a' }, good(), 'sha512'))).to.equal('context_invalid');
		expect(await refusal(`${part({ alg: 'none', kid: 'a' })}.${part(good())}.`)).to.equal('context_invalid');
	});

	it('is refused under a foreign key, also one that calls itself ours', async () => {
		expect(await refusal(sign(A.key, HS256, good()))).to.equal('accepted');
		expect(await refusal(sign(A.key, { ...HS256, typ: 'JWT' }, good())), 'as libraries write it').to.equal('accepted');
		expect(await refusal(sign(B.key, HS256, good()))).to.equal('context_invalid');
		expect(await refusal(sign(B.key, { alg: 'HS256', kid: 'b' }, good()))).to.equal('context_invalid');
	});

	it('is refused when its contents are not what we sign, even under our key', async () => {
		const contents: readonly object[] = [
			{ ...good(), iss: 'other' },
			{ ...good(), sub: '1002' },
			{ ...good(), role: 'admin' },
			{ ...good(), exp: good().exp + 1 },
			{ ...good(), exp: String(good().exp) },
			{ ...good(), iat: good().iat + 61, exp: good().exp },
			{ ...good(), event_key: '' },
			{ ...good(), jti: undefined },
			{},
		];
		for (const each of contents) expect(await refusal(sign(A.key, HS256, each)), JSON.stringify(each)).to.equal('context_invalid');
	});
});

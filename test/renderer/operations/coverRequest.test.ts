import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { CoverRequest } from '@copydesk/domain/cover/cover';
import { checkOf } from '@copydesk/kit/schema';
import { normalised, requestSha256 } from '../../../services/renderer/src/operations/coverRequest.ts';
import { coverRequest as schema } from '../../../services/renderer/src/routes/schemas.ts';
import { coverRequest } from '../../support/renderer.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('A request for a cover', () => {
	const errorsOf = checkOf(schema);

	it('is hashed in its canonical form: keys sorted, escapes as RFC 8785 has them, strings in NFC', () => {
		const request = normalised({ ...coverRequest, title: 'A\u030a "quoted" \\ slash/ \u20ac \u{1f600}', category: '' });
		expect(requestSha256(request)).to.equal(
			sha256(
				'{"category":"","draft_id":"post-1","image_id":"consultation-v1","subtitle":"Three questions to bring along",' +
					'"template_version":"ff-square-0.1","title":"\u00c5 \\"quoted\\" \\\\ slash/ \u20ac \u{1f600}","version":1}',
			),
		);
	});

	it('says of each bad field what was expected and what came', () => {
		expect(
			errorsOf({
				draft_id: '-x',
				version: '1',
				template_version: 'other',
				title: ' \u200b\u00ad ',
				subtitle: 'a\nb',
				category: 7,
				image_id: 'sha256:XYZ',
				extra: 1,
			}),
		).to.deep.equal([
			{ path: 'draft_id', message: 'Expected 1 to 80 of A-Z a-z 0-9 . _ : - that begin with a letter or digit but received "-x"' },
			{ path: 'version', message: 'Expected a number but received "1"' },
			{ path: 'template_version', message: 'Expected one of ff-square-0.1, panel, full, frame, words, news but received "other"' },
			{ path: 'title', message: 'Expected something to read but received " \u200b\u00ad "' },
			{ path: 'subtitle', message: 'Expected one line without control characters but received "a\\nb"' },
			{ path: 'category', message: 'Expected text but received 7' },
			{ path: 'image_id', message: 'Expected "consultation-v1" or "sha256:" with 64 lower-case hex digits but received "sha256:XYZ"' },
			{ path: 'extra', message: 'Expected no such key' },
		]);
		expect(errorsOf(['x'])).to.deep.equal([{ path: '', message: 'Expected an object but received a list' }]);
	});

	it('lists a bounded number of unknown keys', () => {
		const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index]));
		expect(errorsOf({ ...coverRequest, ...many })).to.have.length(20);
	});

	it('is either taken or refused, whatever it is; and what is taken hashes the same in any order of keys', () => {
		const anything = fc.anything({ withNullPrototype: true, withUnicodeString: true } as object);
		const likely = fc.record(
			Object.fromEntries(
				Object.entries(coverRequest).map(([key, value]) => [
					key,
					fc.oneof(
						{ weight: 6, arbitrary: fc.constant(value as unknown) },
						{ weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
						{ weight: 1, arbitrary: anything },
					),
				]),
			),
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.oneof(anything, likely), (value) => {
				const errors = errorsOf(value);
				for (const { path, message } of errors) expect(`${path} ${message}`.isWellFormed()).to.equal(true);
				if (errors.length > 0) return;
				const request = normalised(value as CoverRequest);
				const reversed = Object.fromEntries(Object.entries(request).reverse()) as unknown as CoverRequest;
				expect(requestSha256(reversed)).to.equal(requestSha256(request));
			}),
			{ numRuns: 2_000 },
		);
	});
});

import { expect } from 'chai';

import { coverMismatch, coverRequest, isServed } from '../../../domain/cover/cover.ts';

const HEX = 'a'.repeat(64);
const subject = { draft_key: 'p1', version: 2, title: 'T', subtitle: '', category: 'C', source_image_id: `sha256:${HEX}` };
const request = coverRequest(subject, 'UTC');
const answer = {
	draft_id: 'p1',
	version: 2,
	template_version: 'ff-square-0.1',
	image_id: `sha256:${HEX}`,
	width: 1080,
	height: 1080,
	mime_type: 'image/png',
	asset_id: HEX,
	request_sha256: HEX,
	template_fingerprint: HEX,
	asset_path: `/v1/assets/${HEX}.png`,
	bytes: 1,
};

describe('coverRequest', () => {
	it('has exactly the seven keys of docs/specification.md#cover', () => {
		expect(request).to.deep.equal({
			draft_id: 'p1',
			version: 2,
			template_version: 'ff-square-0.1',
			title: 'T',
			subtitle: '',
			category: 'C',
			image_id: `sha256:${HEX}`,
		});
	});

	it('is not sent for what the renderer does not serve', () => {
		expect(isServed(request)).to.equal(true);
		expect(isServed({ ...request, version: 1_000_000 })).to.equal(true);
		expect(isServed({ ...request, version: 1_000_001 })).to.equal(false);
		expect(isServed({ ...request, version: 0 })).to.equal(false);
		expect(isServed({ ...request, draft_id: '-p1' })).to.equal(false);
		expect(isServed({ ...request, image_id: '' })).to.equal(false);
		expect(isServed({ ...request, image_id: 'consultation-v1' })).to.equal(true);
	});
});

describe('coverMismatch', () => {
	it('accepts an answer in which every field is as it has to be', () => expect(coverMismatch(request, answer)).to.equal(null));

	const wrong: readonly [field: string, value: unknown][] = [
		['draft_id', 'p2'],
		['version', '2'],
		['template_version', 'ff-square-0.2'],
		['image_id', 'consultation-v1'],
		['width', 1079],
		['height', '1080'],
		['mime_type', 'image/jpeg'],
		['asset_id', HEX.toUpperCase()],
		['request_sha256', 'a'.repeat(63)],
		['template_fingerprint', null],
		['asset_path', `/v1/assets/${'b'.repeat(64)}.png`],
	];
	for (const [field, value] of wrong) {
		it(`treats the render as failed when ${field} is ${JSON.stringify(value)} or missing`, () => {
			expect(coverMismatch(request, { ...answer, [field]: value })).to.equal(field);
			expect(coverMismatch(request, Object.fromEntries(Object.entries(answer).filter(([key]) => key !== field)))).to.equal(field);
		});
	}
});

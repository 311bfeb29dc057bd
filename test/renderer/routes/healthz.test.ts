import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { coverRequest, pngOf, startRenderer } from '../../support/renderer.ts';
import { until } from '../../support/until.ts';

describe('GET /healthz and /metrics', () => {
	it('says to anybody that covers can be made, and by which template', async () => {
		const renderer = await startRenderer();
		try {
			const { status, body } = await renderer.call('GET', '/healthz', { key: null });
			expect(status).to.equal(200);
			const { template_fingerprint: fingerprint, ...rest } = body;
			expect(fingerprint).to.match(/^[0-9a-f]{64}$/);
			expect(rest).to.deep.equal({
				status: 'ok',
				service: 'renderer',
				version: '0.3.0',
				template_version: 'ff-square-0.1',
				checks: { journal: 'ok', store: 'ok' },
			});
			expect((await renderer.postCover(coverRequest)).body.template_fingerprint).to.equal(fingerprint);
		} finally {
			await renderer.stop();
		}
	});

	it('says 503 and which check failed when the store cannot be written', async () => {
		const renderer = await startRenderer();
		try {
			rmSync(join(renderer.dataDir, 'assets'), { recursive: true });
			const { status, body, headers } = await renderer.get('/healthz');
			expect(status).to.equal(503);
			expect(headers.get('content-type')).to.contain('application/problem+json');
			expect(body).to.deep.include({ code: 'unavailable', service: 'renderer', checks: { journal: 'ok', store: 'failed' } });
			const refused = await renderer.postImage(await pngOf('#fff'));
			expect(refused.status).to.equal(503);
			expect(refused.headers.get('retry-after')).to.equal('1');
		} finally {
			await renderer.stop();
		}
	});

	it('says 503 and which check failed when the journal cannot be written', async () => {
		const renderer = await startRenderer();
		try {
			await renderer.renderer.deps.journal.close();
			const { status, body } = await renderer.get('/healthz');
			expect(status).to.equal(503);
			expect(body.checks).to.deep.equal({ journal: 'failed', store: 'ok' });
		} finally {
			await renderer.stop().catch(() => undefined);
		}
	});

	it('measures requests, phases, queue, caches and the store', async () => {
		const renderer = await startRenderer();
		try {
			const png = await pngOf('#345');
			const { body: image } = await renderer.postImage(png);
			const { body: cover } = await renderer.postCover({ ...coverRequest, image_id: image.image_id });
			await renderer.postCover({ ...coverRequest, image_id: image.image_id });
			await renderer.postCover({ ...coverRequest, title: 'Other' });
			// A request is counted when its answer is over, which its reader may know first.
			const answer = await until(async () => {
				const metrics = await renderer.get('/metrics');
				return metrics.bytes.includes('http_requests_total{route="/v1/covers",status="409"} 1') && metrics;
			});
			expect(answer.headers.get('content-type')).to.match(/^text\/plain/);
			const text = answer.bytes.toString();
			for (const line of [
				'http_requests_total{route="/v1/images",status="201"} 1',
				'http_requests_total{route="/v1/covers",status="201"} 1',
				'http_requests_total{route="/v1/covers",status="200"} 1',
				'renderer_phase_seconds_count{phase="decode"} 1',
				'renderer_phase_seconds_count{phase="compose"} 1',
				'renderer_phase_seconds_count{phase="encode"} 1',
				'renderer_phase_seconds_count{phase="store"} 2',
				'renderer_queue_depth 0',
				'renderer_cache_hits_total{cache="memory"} 1',
				'renderer_cache_hits_total{cache="disk"} 0',
				'renderer_cache_hits_total{cache="stored"} 1',
				'renderer_cache_misses_total 0',
				`renderer_store_bytes ${png.length + cover.bytes}`,
				'renderer_integrity_violations_total 0',
			]) {
				expect(text.split('\n'), line).to.include(line);
			}
		} finally {
			await renderer.stop();
		}
	});
});

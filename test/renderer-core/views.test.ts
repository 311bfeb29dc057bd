import { expect } from 'chai';
import {
	beginFrame,
	dropMasks,
	encodeBands,
	fadeRow,
	finishFrame,
	keepMask,
	openCanvas,
	paintMask,
	pushRgb,
	StaleView,
	unfilterRow,
} from '@copydesk/renderer-core';

const FRAME = { widthPx: 1080, heightPx: 720 };

const frameOf = (level: number) => {
	beginFrame(1080, 720, FRAME);
	pushRgb(new Uint8Array(1080 * 720 * 3).fill(level));
	return finishFrame();
};

describe("A view of the core's memory", () => {
	it('throws when its place has been let again, in place of showing the next cover', () => {
		const first = openCanvas(1080, 60);
		first.view.bytes.fill(7);
		openCanvas(1080, 60).view.bytes.fill(8);
		expect(() => first.view.bytes).to.throw(StaleView, 'the canvas has been let again');
		expect(() => encodeBands(first, 60)).to.throw(StaleView);
		expect(() => fadeRow(first, 0, [0, 0, 0], 9)).to.throw(StaleView);
	});

	it('holds while other places are let', () => {
		const frame = frameOf(5);
		const canvas = openCanvas(1080, 480);
		encodeBands(canvas, 60);
		dropMasks();
		expect(new Set(frame.view.bytes)).to.deep.equal(new Set([5]));
		frameOf(6);
		expect(() => frame.view.bytes).to.throw(StaleView, 'the frame has been let again');
		expect(canvas.view.bytes).to.have.length(1080 * 480 * 3);
	});

	it('leaves nothing to read in an array that somebody kept of it', () => {
		const kept = openCanvas(1080, 60).view.bytes;
		openCanvas(1080, 60).view.bytes.fill(8);
		expect(kept).to.have.length(0);
		expect(() => kept.slice()).to.throw(TypeError);
		expect(() => new Uint8Array(9).set(kept)).to.throw(TypeError);
	});

	it('is not given of a frame that rows are missing of, where the last picture would show through', () => {
		frameOf(5);
		beginFrame(1080, 720, FRAME);
		pushRgb(new Uint8Array(1080 * 719 * 3));
		expect(() => finishFrame()).to.throw(RangeError, 'suffice for');
	});

	it('is not needed for what outlives it: encoded bands are copies', () => {
		const canvas = openCanvas(1080, 60);
		canvas.view.bytes.fill(1);
		const [band] = encodeBands(canvas, 60);
		const bytes = band!.bytes.slice();
		encodeBands(frameOf(200), 60);
		expect(Buffer.compare(bytes, band!.bytes)).to.equal(0);
	});

	it('of a mask ends when all masks are dropped, and a mask is refused only for want of room', () => {
		dropMasks();
		const canvas = openCanvas(100, 100);
		const one = keepMask(new Uint8Array(100), 10, 10)!;
		paintMask(canvas, one, 0, 0, [1, 2, 3]);
		expect(keepMask(new Uint8Array(4_194_304), 2_048, 2_048), 'no room beside the other').to.equal(undefined);
		dropMasks();
		expect(() => paintMask(canvas, one, 0, 0, [1, 2, 3])).to.throw(StaleView, 'the masks has');
		expect(keepMask(new Uint8Array(4_194_304), 2_048, 2_048)).not.to.equal(undefined);
		expect(() => keepMask(new Uint8Array(4_194_305), 1, 1)).to.throw(RangeError);
		dropMasks();
	});
});

describe('The door of the core', () => {
	it('lets nothing in that the core has no room for', () => {
		expect(() => beginFrame(2_049, 100, FRAME)).to.throw(RangeError, 'Expected a width of at most 2048 px');
		expect(() => unfilterRow(new Uint8Array(16_386), 8, new Uint8Array(16_385))).to.throw(RangeError, 'Expected a row of at most 16384');
		expect(() => fadeRow(openCanvas(10, 2), 2, [0, 0, 0], 1)).to.throw(RangeError, 'Expected a row from 0 to 1');
	});
});

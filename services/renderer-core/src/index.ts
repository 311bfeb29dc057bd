/** Everything that the renderer may use of the core. Memory addresses stay inside. */
export { encodeBands, encodeSomeBands, type EncodedBand } from './encode.ts';
export {
	beginFrame,
	beginRows,
	centreCut,
	finishFrame,
	pushFilteredRows,
	pushRgb,
	unfilterRow,
	type Cut,
	type FrameSize,
} from './frame.ts';
export { dropMasks, fadeRow, keepMask, openCanvas, paintMask, type Mask, type Pixels, type Rgb } from './pixels.ts';
export { StaleView, type View } from './place.ts';

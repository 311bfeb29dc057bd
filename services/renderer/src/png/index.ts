/** PNG, in and out: the strict judge, the frame made of an illustration, and covers encoded band by band. */
export { finishPng, openPng, type EncodedBand, type PngFile, type PngOpening } from './assemble.ts';
export { openCore } from './core.ts';
export { decode, type Picture } from './decode.ts';
export { encodeBands } from './encode.ts';
export type { ColourType, PngHeader } from './header.ts';
export { FRAME_HEIGHT_PX, FRAME_WIDTH_PX, frameRows, prepareFrame, type Frame } from './prepare.ts';
export { PngRefused, type PngCheck } from './refusal.ts';
export { ILLUSTRATION, walk, type PngBounds, type WalkedPng } from './walk.ts';

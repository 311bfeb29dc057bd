/** PNG, in and out: the strict judge, the frame made of an illustration, and covers encoded band by band. */
export { assemblePng, type EncodedBand } from './assemble.ts';
export { decode, type Picture } from './decode.ts';
export { BandEncoder } from './encode.ts';
export type { ColourType, PngHeader } from './header.ts';
export { FRAME_HEIGHT_PX, FRAME_WIDTH_PX, prepareFrame, type Frame } from './prepare.ts';
export { PngRefused, type PngCheck } from './refusal.ts';
export { ILLUSTRATION, walk, type PngBounds, type WalkedPng } from './walk.ts';

/** PNG, in and out: the strict judge, the frame made of an illustration, and covers encoded band by band. */
export { finishPng, openPng, type PngFile, type PngOpening } from './assemble.ts';
export { decode, type Picture } from './decode.ts';
export type { ColourType, PngHeader } from './header.ts';
export { attention } from './focus.ts';
export { prepareFrame, type Frame, type PicturePlace } from './prepare.ts';
export { PngRefused, type PngCheck } from './refusal.ts';
export { ILLUSTRATION, walk, type PngBounds, type WalkedPng } from './walk.ts';

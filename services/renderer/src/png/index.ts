/** PNG input and output: strict validation, the frame of an illustration, and covers encoded in bands. */
export { finishPng, openPng, type PngFile, type PngOpening } from './assemble.ts';
export { decode, type Picture } from './decode.ts';
export type { ColourType, PngHeader } from './header.ts';
export { attention } from './focus.ts';
export { prepareFrame, type Frame, type PicturePlace } from './prepare.ts';
export { PngRefused, type PngCheck } from './refusal.ts';
export { ILLUSTRATION, walk, type PngBounds, type WalkedPng } from './walk.ts';

// What `src/` calls, and the places that it may let. See the files for what they hold.

export { maxRowBytes, startRows } from './unfilter';
export { begin, pushStored, pushRgb, rowsMade, undoStored } from './frame';
export { strip, stripBytes, rgbRow, rgbRowBytes, acrossFirst, acrossWeights, downFirst, downWeights, frame, frameBytes } from './frame';
export { canvas, canvasBytes, masks, masksBytes, paintMask, fadeRow } from './paint';
export { encodeBand, adlerOfBand, encoded, maxBandBytes } from './deflate';

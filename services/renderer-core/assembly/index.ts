// The functions and memory places that `src/` uses. Each file explains its own.

export { maxRowBytes, startRows } from './unfilter';
export { begin, pushStored, pushRgb, rowsMade, undoStored } from './frame';
export { strip, stripBytes, rgbRow, rgbRowBytes, acrossFirst, acrossWeights, downFirst, downWeights, frame, frameBytes } from './frame';
export { canvas, canvasBytes, masks, masksBytes, paintMask, fadeRow } from './paint';
export { encodeBand, adlerOfBand, encoded, maxBandBytes } from './deflate';

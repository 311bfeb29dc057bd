// What the rest of the renderer calls. Buffers are fixed places in this module's memory; see the files for what they hold.

export { startRows } from './unfilter';
export { begin, pushStored, pushRgb, undoStored, strip, stripBytes, rgbRow, acrossFirst, acrossWeights, downFirst, downWeights, frame } from './frame';
export { canvas, canvasBytes } from './canvas';
export { masks, masksBytes, paintMask, fadeRow } from './paint';
export { encodeBand, adlerOfBand, encoded, maxBandBytes } from './deflate';

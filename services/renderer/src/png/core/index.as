// What the rest of the renderer calls. Buffers are fixed places in this module's memory; see the files for what they hold.

export { startRows } from './unfilter';
export { begin, pushStored, pushRgb, undoStored, strip, stripBytes, rgbRow, acrossFirst, acrossWeights, downFirst, downWeights, frame } from './frame';
export { encodeBand, adlerOfBand, pixels, encoded, maxBandBytes } from './deflate';

// The rows of a cover that words are drawn on.

/** 1080 pixels of 8-bit RGB in each of the 480 lowest rows. */
export const canvasBytes: i32 = 1080 * 3 * 480;
export const canvas: usize = memory.data(canvasBytes + 64, 16);

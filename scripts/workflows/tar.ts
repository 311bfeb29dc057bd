const BLOCK = 512;

/** Files as a tar archive (POSIX ustar), with nothing of this machine in it. Paths are at most 100 bytes. */
export function tarOf(files: readonly (readonly [path: string, content: Buffer])[]): Buffer {
	const parts = files.flatMap(([path, content]) => [
		headerOf(path, content.length),
		content,
		Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
	]);
	return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function headerOf(path: string, bytes: number): Buffer {
	const header = Buffer.alloc(BLOCK);
	const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
	header.write(path, 0);
	header.write(octal(0o644, 7), 100);
	header.write(octal(0, 7), 108);
	header.write(octal(0, 7), 116);
	header.write(octal(bytes, 11), 124);
	header.write(octal(0, 11), 136);
	// The sum is taken with spaces in its own place.
	header.write('        0', 148);
	header.write('ustar\0', 257);
	header.write('00', 263);
	const sum = header.reduce((all, byte) => all + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return header;
}

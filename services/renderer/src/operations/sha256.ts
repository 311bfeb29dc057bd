/** SHA-256 as 64 hex, computed off the main thread. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
	return Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
}

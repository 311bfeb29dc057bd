export function cacheFolder(): string;
/** The folder of the n8n that the checkout at `root` runs. */
export function n8nRuntimeFolder(root: string): string;
export function ensureN8nRuntime(root: string, logFile: string): Promise<string>;

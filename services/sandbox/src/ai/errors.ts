/** A refusal in the provider's form: `{error:{message,type,param,code}}`. */
export class AiError extends Error {
	readonly status: number;
	readonly type: string;
	readonly param: string | null;
	readonly code: string | null;
	readonly retryAfterSeconds: number | undefined;

	constructor(
		status: number,
		message: string,
		extras: { type?: string; param?: string | null; code?: string | null; retryAfterSeconds?: number } = {},
	) {
		super(message);
		this.name = 'AiError';
		this.status = status;
		this.type = extras.type ?? 'invalid_request_error';
		this.param = extras.param ?? null;
		this.code = extras.code ?? null;
		this.retryAfterSeconds = extras.retryAfterSeconds;
	}

	body(): unknown {
		return { error: { message: this.message, type: this.type, param: this.param, code: this.code } };
	}
}

export const missing = (param: string): AiError =>
	new AiError(400, `Missing required parameter: '${param}'.`, { param, code: 'missing_required_parameter' });
export const unknownParameter = (param: string): AiError =>
	new AiError(400, `Unknown parameter: '${param}'.`, { param, code: 'unknown_parameter' });
export const wrongType = (param: string, expected: string, value: unknown): AiError =>
	new AiError(400, `Invalid type for '${param}': expected ${expected}, but got ${typeName(value)} instead.`, {
		param,
		code: 'invalid_type',
	});
export const wrongValue = (param: string, expected: readonly string[], value: unknown): AiError =>
	new AiError(400, `Invalid value: '${String(value)}'. Supported values are: ${expected.map((one) => `'${one}'`).join(', ')}.`, {
		param,
		code: 'invalid_value',
	});

function typeName(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

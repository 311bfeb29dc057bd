import { quoted } from '@copydesk/domain/text/quoted';
import { urlOf, type Environment } from '@copydesk/kit/config';
import { Usage } from '../commandLine.ts';

const EDITOR = urlOf("the address of n8n's editor, like http://127.0.0.1:5678");

/**
 * The address of somebody's n8n without a slash at its end. A key is sent there, so plain http goes only where a person allowed it.
 * @throws Usage
 */
export function ownAddress(text: string, env: Environment): string {
	try {
		const address = EDITOR.parse(text, env);
		if (/[?#]/.test(address)) throw new Error(`Expected ${EDITOR.about}, without a query, but received ${quoted(text)}`);
		return address;
	} catch (error) {
		throw new Usage((error as Error).message);
	}
}

import { quoted } from '@copydesk/domain/text/quoted';
import { Usage } from '../commandLine.ts';

/** The address of somebody's n8n without a slash at its end. @throws Usage */
export function ownAddress(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '')
		throw new Usage(`Expected the address of n8n's editor, like http://127.0.0.1:5678, but received ${quoted(text)}`);
	return text.replace(/(?<!\/)\/+$/, '');
}

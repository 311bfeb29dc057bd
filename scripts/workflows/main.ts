// npm run workflows -- import | export | verify | diff | remove
// Between workflows-json and the n8n of the desk that is running, or, with --at, any n8n by a key of its public interface.
// Nothing of it needs a browser.
// npm run workflows -- install
// Into an n8n of one's own, which its environment names, by its command line.

import { armFaultPoint } from '@copydesk/kit/faultPoints';
import { usePrivateUmask } from '@copydesk/kit/umask';
import { Usage, orUsage, parseCommandLine } from '../commandLine.ts';
import { trustAuthority } from '../desk/ownAuthority.ts';
import { install } from './install.ts';

// `… | head` closes early; that is no mistake.
process.stdout.on('error', () => process.exit());

const COMMANDS = ['import', 'export', 'verify', 'diff', 'remove'];
const WHERE = '[--live | --sandbox | --at <address of an n8n> [--n8n-ca <file>]]';
const USAGE = `npm run workflows -- ${COMMANDS.join(' | ')} [--to <folder>] [--keys <file>] [--replace] ${WHERE} | install`;
const { name, options } = orUsage(USAGE, () => {
	const { positionals, values } = parseCommandLine({
		options: {
			live: { type: 'boolean', default: false },
			sandbox: { type: 'boolean', default: false },
			at: { type: 'string' },
			to: { type: 'string' },
			keys: { type: 'string' },
			'n8n-ca': { type: 'string' },
			replace: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	const word = positionals.join(' ');
	if (word !== 'install' && !COMMANDS.includes(word))
		throw new Usage(`Expected one of ${[...COMMANDS, 'install'].join(', ')} but received ${JSON.stringify(word)}`);
	if (values.to !== undefined && word !== 'export') throw new Usage('Expected --to only with export');
	if (values.replace && word !== 'import') throw new Usage('Expected --replace only with import');
	if (values.at !== undefined && (values.live || values.sandbox || word === 'install'))
		throw new Usage('Expected --at <address> alone: it names the n8n');
	if (values['n8n-ca'] !== undefined && values.at === undefined) throw new Usage('Expected --n8n-ca <file> only with --at <address>');
	if (values['n8n-ca'] !== undefined) trustAuthority(values['n8n-ca']);
	if (values.keys !== undefined && values.at === undefined) throw new Usage('Expected --keys <file> only with --at <address>');
	return { name: word, options: values };
});
usePrivateUmask();
armFaultPoint(process.env['COPYDESK_FAULT_POINT']);
try {
	if (name === 'install') await install(process.env, (text) => void process.stdout.write(`  ${text}\n`));
	else {
		// In n8n's own image there is nothing but what `install` needs.
		const { runCommand } = await import('./commands.ts');
		process.exitCode = (await runCommand(name, options)) ? 0 : 1;
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${error instanceof Usage ? `Usage: ${USAGE}\n` : ''}`);
	process.exitCode = error instanceof Usage ? 2 : 1;
}

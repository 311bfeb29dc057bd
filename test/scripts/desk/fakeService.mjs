// A service for the tests of supervision: answers on a port, starts a child of its own, and stops when asked.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, childFile = '', behaviour] = process.argv.slice(2);
if (behaviour === 'refuse') {
	process.stderr.write('RENDERER_API_KEY: Expected a key but it is not set\n');
	process.exit(1);
}
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
writeFileSync(childFile, String(child.pid));
if (behaviour === 'stubborn') process.on('SIGTERM', () => undefined);
// One that never comes as far as its port.
if (behaviour !== 'mute') createServer((_request, response) => response.end(String(process.pid))).listen(Number(port), '127.0.0.1');

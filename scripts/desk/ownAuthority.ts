import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Usage } from '../commandLine.ts';

/**
 * Lets this program and those that it starts trust the authority that signed an n8n's certificate.
 * @param file its certificate, as PEM
 * @throws Usage
 */
export function trustAuthority(file: string): void {
	const path = resolve(process.env['INIT_CWD'] ?? '.', file);
	const named = process.env.NODE_EXTRA_CA_CERTS;
	if (named === path) return;
	if (named !== undefined && named !== '')
		throw new Usage(`NODE_EXTRA_CA_CERTS names ${named} already. Put both certificates into that file, and leave --n8n-ca out`);
	try {
		const certificate = readFileSync(path, 'utf8');
		new X509Certificate(certificate);
		setDefaultCACertificates([...getCACertificates('default'), certificate]);
	} catch (error) {
		throw new Usage(`Expected the certificate of an authority in ${path} (--n8n-ca), as PEM: ${(error as Error).message}`);
	}
	process.env.NODE_EXTRA_CA_CERTS = path;
}

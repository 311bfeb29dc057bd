/** The packed package, loaded as n8n itself loads a community package. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { builtPackage } from '../../scripts/desk/package.ts';

/** As much of n8n-core's loader as is looked at. */
interface Loader {
	loadAll(): Promise<void>;
	readonly nodeTypes: Readonly<
		Record<
			string,
			{
				readonly type: {
					readonly description: {
						readonly displayName: string;
						readonly properties: readonly { readonly name: string }[];
						readonly credentials?: readonly { readonly name: string }[];
					};
				};
			}
		>
	>;
	readonly credentialTypes: Readonly<Record<string, { readonly type: { readonly test?: unknown } }>>;
}

// By require, because that is how n8n runs: the package itself is CommonJS.
const { PackageDirectoryLoader } = createRequire(import.meta.url)('n8n-core') as {
	PackageDirectoryLoader: new (directory: string) => Loader;
};

describe('The package as n8n loads it', function () {
	this.timeout(120_000);
	let directory = '';
	let loader: Loader;

	before(async () => {
		// Inside the checkout, so that n8n-workflow is found, as it is inside n8n.
		mkdirSync('.data', { recursive: true, mode: 0o700 });
		directory = mkdtempSync(join(process.cwd(), '.data', 'loader-'));
		const { tarball } = await builtPackage();
		expect(spawnSync('tar', ['xzf', tarball, '-C', directory, '--strip-components=1']).status).to.equal(0);
		loader = new PackageDirectoryLoader(directory);
		await loader.loadAll();
	});
	after(() => rmSync(directory, { recursive: true, force: true }));

	it('has nine nodes, each with an operation to choose', () => {
		expect(Object.keys(loader.nodeTypes).sort()).to.deep.equal([
			'captionCheck',
			'collabAuthorize',
			'collabMaterial',
			'collabMessenger',
			'collabNews',
			'coverRender',
			'deskSettings',
			'newsDesk',
			'postDraft',
		]);
		for (const [name, { type }] of Object.entries(loader.nodeTypes)) {
			expect(
				type.description.properties.map((property) => property.name),
				name,
			).to.include('operation');
		}
	});

	it('has four credentials that can each be tested, and no node asks for one that is not there', () => {
		expect(Object.keys(loader.credentialTypes).sort()).to.deep.equal([
			'copydeskAiApi',
			'copydeskCollaborationApi',
			'copydeskReaderApi',
			'copydeskRendererApi',
		]);
		for (const [name, { type }] of Object.entries(loader.credentialTypes)) expect(type.test, name).to.be.an('object');
		const asked = Object.values(loader.nodeTypes).flatMap(({ type }) =>
			(type.description.credentials ?? []).map((credential) => credential.name),
		);
		expect(Object.keys(loader.credentialTypes)).to.include.members(asked);
	});
});

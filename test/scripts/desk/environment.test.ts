import { expect } from 'chai';
import { programEnvironment, toolEnvironment } from '../../../scripts/desk/environment.ts';

/** What a person's shell may hold beside a desk. */
const SHELL = {
	PATH: '/usr/bin',
	HOME: '/home/olga',
	LC_ALL: 'C.UTF-8',
	HTTPS_PROXY: 'http://proxy.example:3128',
	MESSENGER_TOKEN: '123456789:secret',
	AI_API_KEY: 'sk-secret',
	AWS_SECRET_ACCESS_KEY: 'aws',
	RENDERER_CONCURRENCY: '4',
	RENDERER_API_KEY: 'a key that the desk names by file',
	COLLAB_LOG_LEVEL: 'debug',
	npm_lifecycle_event: 'start',
	npm_config_cache: '/cache',
};

describe('The environment of what a desk starts', () => {
	it('holds no keys of other programs: it has only variables of the machine and of its own', () => {
		const env = programEnvironment({ RENDERER_API_KEY_FILE: '/secrets/renderer-key' }, ['RENDERER_'], SHELL);
		expect(env).to.deep.equal({
			PATH: '/usr/bin',
			HOME: '/home/olga',
			LC_ALL: 'C.UTF-8',
			HTTPS_PROXY: 'http://proxy.example:3128',
			RENDERER_CONCURRENCY: '4',
			RENDERER_API_KEY_FILE: '/secrets/renderer-key',
			NO_PROXY: '127.0.0.1,localhost',
			no_proxy: '127.0.0.1,localhost',
		});
	});

	it('says what the desk says where both say something', () => {
		const env = programEnvironment({ RENDERER_CONCURRENCY: '1' }, ['RENDERER_'], SHELL);
		expect(env.RENDERER_CONCURRENCY).to.equal('1');
	});

	it('says it in one way: what a person names by file is not repeated by the desk as a value', () => {
		const shell = { ...SHELL, COLLAB_DATABASE_URL_FILE: '/run/secrets/database' };
		expect(programEnvironment({ COLLAB_DATABASE_URL: 'sqlite:desk' }, ['COLLAB_'], shell)).to.not.have.property('COLLAB_DATABASE_URL_FILE');
		const own = { COLLAB_HOST: '127.0.0.1' };
		expect(programEnvironment(own, ['COLLAB_'], shell).COLLAB_DATABASE_URL_FILE).to.equal('/run/secrets/database');
	});

	it('is complete for tools such as npm, except for variables of an outer npm', () => {
		const env = toolEnvironment(SHELL);
		expect(env).to.include({ npm_config_cache: '/cache', PATH: '/usr/bin' });
		expect(env).to.not.have.property('npm_lifecycle_event');
	});
});

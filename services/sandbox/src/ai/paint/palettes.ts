import type { SkyPalette } from './sky.ts';

export interface Light extends SkyPalette {
	readonly far: string;
	readonly near: string;
	readonly mist: string;
	readonly deep: string;
}

/** Times of day. */
export const lights = {
	dawn: {
		sky: [
			[0, '#41618f'],
			[0.42, '#93a9c2'],
			[0.72, '#efc7a0'],
			[1, '#fae3bd'],
		],
		sun: '#fff0cf',
		cloud: '#ffe7cf',
		far: '#c6b9b6',
		near: '#17262a',
		mist: '#f4dcbb',
		deep: '#2c4658',
	},
	dusk: {
		sky: [
			[0, '#27325c'],
			[0.36, '#67568a'],
			[0.68, '#e48672'],
			[1, '#fbcf8b'],
		],
		sun: '#ffdf9f',
		cloud: '#f3a58f',
		far: '#b97f85',
		near: '#191a2e',
		mist: '#f0b08c',
		deep: '#2b2a4c',
	},
	day: {
		sky: [
			[0, '#4f8ab8'],
			[0.5, '#9fc4d6'],
			[1, '#e3ecdf'],
		],
		sun: '#fff9e2',
		cloud: '#ffffff',
		far: '#a9c2c0',
		near: '#173327',
		mist: '#e4ede0',
		deep: '#1d5064',
	},
	autumn: {
		sky: [
			[0, '#586f92'],
			[0.5, '#b3b6bf'],
			[1, '#f3dcbb'],
		],
		sun: '#fff0d2',
		cloud: '#f8ead6',
		far: '#c3ae94',
		near: '#3a2216',
		mist: '#efd9b8',
		deep: '#3b4450',
	},
	rose: {
		sky: [
			[0, '#5f6aa3'],
			[0.45, '#c8a6c4'],
			[0.75, '#f6c9bf'],
			[1, '#fbe6cf'],
		],
		sun: '#fff1da',
		cloud: '#ffe1dc',
		far: '#c2a5b6',
		near: '#2a2238',
		mist: '#f6d5c8',
		deep: '#4a4672',
	},
	blue: {
		sky: [
			[0, '#0f1c3a'],
			[0.45, '#2a4470'],
			[0.8, '#7d87a8'],
			[1, '#d9a98c'],
		],
		sun: '#ffc98f',
		cloud: '#66749b',
		far: '#57648a',
		near: '#0c1322',
		mist: '#8d90ab',
		deep: '#0f1d38',
	},
} as const satisfies Record<string, Light>;

export type LightName = keyof typeof lights;

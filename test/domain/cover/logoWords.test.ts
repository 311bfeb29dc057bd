import { expect } from 'chai';
import { namesLogo } from '../../../domain/cover/logoWords.ts';

describe('The words below a picture of the logo', () => {
	it('call it the logo, in each language of the chat', () => {
		for (const words of [
			...[
				'Logo',
				'logo!',
				'Here is our new logo',
				'Наш логотип',
				'вот лого',
				'Das ist unser Logo',
				'nuestro logo',
				'Notre logo',
				'logotipo',
			],
			...['il nostro logo', 'O nosso logo', 'Nowe logo', 'Наш новий логотип', 'Yeni logomuz'],
		])
			expect(namesLogo(words), words).to.equal(true);
	});

	it('ask for something else', () => {
		for (const words of [
			...['', 'A new logo for the trams', 'Logo logo', 'The logo of the match', 'no logo', 'Пост про логотип', 'без логотипа', 'catalogue'],
			...['Our harbour', 'logo: what is it worth?', 'logout'],
		])
			expect(namesLogo(words), words).to.equal(false);
	});
});

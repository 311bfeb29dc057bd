/** The words below a picture that call it the logo of the channel. */

const LOGO = /^(?:logo(?:s|tipo|typ|type|su|muz|mu|m|yu|ya)?|лого(?:тип(?:а|ом|у)?)?)$/u;

/** Words that may be around it without asking for something else. */
const BESIDE = new Set(
	(
		'the our my new a an this is here heres for of channel covers use take please brand ' +
		'das ist unser neues neue hier für den kanal bitte el la nuestro nuevo este es aquí está para canal ' +
		'le notre nouveau voici pour il nostro nuovo ecco questo è per canale o nosso novo este aqui ' +
		'nasze nowe oto to jest dla kanału наш наше мой новый новое вот это для канала возьми новий мій ось це ' +
		'yeni bu işte kanalın için bizim'
	).split(' '),
);

const MOST_WORDS = 5;

/** Whether these words say that the picture is the logo, and nothing else. Below a photo, “our new logo” may be news: one word counts. */
export function namesLogo(text: string, isPhoto = false): boolean {
	const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
	const others = words.filter((word) => !LOGO.test(word));
	return words.length <= (isPhoto ? 1 : MOST_WORDS) && others.length === words.length - 1 && others.every((word) => BESIDE.has(word));
}

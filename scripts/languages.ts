// npm run languages: which sentences each language says in English, because nobody has translated them.
import { languages } from '@copydesk/domain/language';
import { missingIn, ownNameOf } from '@copydesk/domain/messages/catalogue';

for (const language of languages) {
	const missing = missingIn(language);
	console.log(`${language} ${ownNameOf(language)}: ${missing.length === 0 ? 'complete' : `${missing.length} missing`}`);
	for (const name of missing) console.log(`  ${name}`);
}

import type { Intent } from '../api/collaboration.ts';
import type { Language } from '../language.ts';
import type { UsageName } from '../chat/commandNames.ts';

/** What a person wants, read from the real update alone: an intent before our answer is put into it. */
export type Asked =
	| { readonly kind: 'start' | 'help' }
	| { readonly kind: 'usage'; readonly about: UsageName }
	/** A question about a stopped version is closed by whoever was asked. */
	| { readonly kind: 'edit_cancelled' }
	/** A message that may be no request: whether it is one is asked first, under the key that its draft would have. */
	| { readonly kind: 'small_talk'; readonly draft_key: string }
	/** The same for one that wishes for a change of a draft while no question about one is open. */
	| { readonly kind: 'stray_wish'; readonly draft_key: string }
	| { readonly kind: 'command'; readonly name: 'language'; readonly args: { readonly language: Language | null } }
	| Exclude<Intent, { readonly kind: 'start' | 'help' | 'usage' } | { readonly name: 'language' }>;

import { callbackData } from '@copydesk/domain/event/callback';
import type { CallbackAction } from '@copydesk/domain/event/callback';

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

const button = (text: string, action: CallbackAction, { draft_key, version }: Version) => ({
	text,
	callback_data: callbackData({ action, draftKey: draft_key, version }),
});

export function previewKeyboard(version: Version): unknown {
	return {
		inline_keyboard: [
			[button('Publish', 'publish', version)],
			[button('Feedback', 'feedback', version), button('Reject', 'reject', version)],
		],
	};
}

export function resumeKeyboard(version: Version): unknown {
	return { inline_keyboard: [[button('Resume', 'resume', version)]] };
}

export const noKeyboard = { inline_keyboard: [] } as const;

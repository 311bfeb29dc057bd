import { CopydeskError } from '@copydesk/domain/errors';
import type { Step } from './draft.ts';
import { setText } from './setText.ts';

/** Throws for a title without a visible character. */
export const setTitle: Step = (draft) => {
	if (draft.text.title === '')
		throw new CopydeskError('invalid_request', 'blank title', {
			fields: [{ path: 'title', message: 'Expected a title that can be seen' }],
		});
	return setText(draft, 'title', draft.template.title(draft));
};

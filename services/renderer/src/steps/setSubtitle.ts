import type { Step } from './draft.ts';
import { setText } from './setText.ts';

/** Before the title, which takes the height that is left. */
export const setSubtitle: Step = (draft) => setText(draft, 'subtitle', draft.template.subtitle(draft));

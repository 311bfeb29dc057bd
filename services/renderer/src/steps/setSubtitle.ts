import type { Step } from './draft.ts';
import { setText } from './setText.ts';

/** Comes before the title, which takes the remaining height. */
export const setSubtitle: Step = (draft) => setText(draft, 'subtitle', draft.template.subtitle(draft));

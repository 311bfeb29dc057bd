/** What somebody who takes part is to the desk. */
export const roles = ['owner', 'editor'] as const;

export type Role = (typeof roles)[number];

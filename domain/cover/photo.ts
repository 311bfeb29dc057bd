/** Pictures that people send: what makes one unfit for a post, and whose picture a version has. */

/** Why no post is made of a picture. `away`: what failed may work in a moment. */
export const photoFaults = ['too_large', 'too_small', 'too_many_pixels', 'moving', 'format', 'unreadable', 'gone', 'away'] as const;
export type PhotoFault = (typeof photoFaults)[number];

/** What there is to say of it; sides are in pixels, as the picture is seen. */
export type PhotoProblem =
	| { readonly kind: 'too_small'; readonly width: number; readonly height: number }
	| { readonly kind: Exclude<PhotoFault, 'too_small'> };

/** Whether the picture of a version is one that a person sent, and not a drawn one. */
export const hasOwnPicture = (version: { readonly source_image_id: string | null; readonly own_image_id?: string | null }): boolean =>
	version.source_image_id !== null && version.source_image_id === (version.own_image_id ?? null);

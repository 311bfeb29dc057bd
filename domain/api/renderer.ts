// Made from the code by `npm run docs`; a test fails when it is stale.

/** What each route takes and gives, in JSON. */
export interface Routes {
	readonly '/healthz': { readonly request: never; readonly answer: Health };
	readonly '/v1/images': { readonly request: never; readonly answer: Image };
	readonly '/v1/covers': { readonly request: CoverRequest; readonly answer: Cover };
	readonly '/v1/covers/check': { readonly request: CoverRequest; readonly answer: CoverCheck };
}

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Where its bytes are. */
        readonly AssetPath: string;
        readonly Cover: {
            readonly draft_id: components["schemas"]["DraftId"];
            readonly version: components["schemas"]["Version"];
            /** @constant */
            readonly template_version: "ff-square-0.1";
            readonly image_id: components["schemas"]["ImageId"];
            /** @constant */
            readonly width: 1080;
            /** @constant */
            readonly height: 1080;
            /** @constant */
            readonly mime_type: "image/png";
            readonly bytes: number;
            /** @description SHA-256 of the PNG. */
            readonly asset_id: string;
            readonly asset_path: components["schemas"]["AssetPath"];
            /** @description SHA-256 of the RFC 8785 form of the request, strings in NFC. */
            readonly request_sha256: string;
            /** @description Of the template, fonts and built-in illustration that the cover was made with. */
            readonly template_fingerprint: string;
            readonly lines: {
                readonly title: number;
                readonly subtitle: number;
            };
            readonly title_font_px: number;
        };
        readonly CoverCheck: {
            /** @constant */
            readonly fits: true;
            readonly title_lines: number;
            readonly subtitle_lines: number;
            /** @description Font size on the cover. */
            readonly title_px: number;
            /** @description Font size on the cover; 0 without a subtitle. */
            readonly subtitle_px: number;
        };
        /**
         * @example {
         *       "draft_id": "post-7f3a",
         *       "version": 1,
         *       "template_version": "ff-square-0.1",
         *       "title": "What the first consultation is for",
         *       "subtitle": "Three questions to bring along",
         *       "category": "Consultation",
         *       "image_id": "consultation-v1"
         *     }
         */
        readonly CoverRequest: {
            readonly draft_id: components["schemas"]["DraftId"];
            readonly version: components["schemas"]["Version"];
            /** @constant */
            readonly template_version: "ff-square-0.1";
            /** @description With something to read in it; at most 3 lines on the cover. */
            readonly title: string & (unknown & unknown);
            /** @description May be empty; at most 2 lines on the cover. */
            readonly subtitle: string;
            /** @description May be empty. */
            readonly category: string;
            readonly image_id: components["schemas"]["ImageId"];
        };
        /** @description Names a draft. */
        readonly DraftId: string;
        readonly Health: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly service: "renderer";
            /** @constant */
            readonly version: "0.3.0";
            /** @constant */
            readonly template_version: "ff-square-0.1";
            readonly template_fingerprint: components["schemas"]["Sha256"];
            readonly checks: {
                /** @enum {unknown} */
                readonly journal: "ok" | "failed";
                /** @enum {unknown} */
                readonly store: "ok" | "failed";
            };
        };
        readonly Image: {
            readonly image_id: components["schemas"]["ImageId"];
            /** @description Of the bytes as they came. */
            readonly sha256: string;
            readonly asset_path: components["schemas"]["AssetPath"];
            /** @constant */
            readonly mime_type: "image/png";
            readonly bytes: number;
            readonly width: number;
            readonly height: number;
        };
        /** @description Names an illustration. */
        readonly ImageId: string;
        /** @description SHA-256, in hexadecimal. */
        readonly Sha256: string;
        /** @description Of a draft, from 1. */
        readonly Version: number;
        /** @description RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps. */
        readonly Problem: {
            /** Format: uri */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            /** @enum {unknown} */
            readonly code: "asset_not_found" | "body_too_large" | "busy" | "cover_too_large" | "image_not_found" | "integrity_violation" | "internal" | "invalid_image" | "invalid_request" | "layout_overflow" | "malformed_json" | "malformed_request" | "not_found" | "unauthorized" | "unavailable" | "unsupported_character" | "unsupported_media_type" | "version_conflict";
            /** @enum {unknown} */
            readonly retry: "never" | "later" | "afterCheck";
            readonly request_id: string;
            readonly errors?: readonly {
                readonly path: string;
                readonly message: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AssetPath = components['schemas']['AssetPath'];
export type Cover = components['schemas']['Cover'];
export type CoverCheck = components['schemas']['CoverCheck'];
export type CoverRequest = components['schemas']['CoverRequest'];
export type DraftId = components['schemas']['DraftId'];
export type Health = components['schemas']['Health'];
export type Image = components['schemas']['Image'];
export type ImageId = components['schemas']['ImageId'];
export type Sha256 = components['schemas']['Sha256'];
export type Version = components['schemas']['Version'];
export type Problem = components['schemas']['Problem'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

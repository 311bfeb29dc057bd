/** What the rules own of this contract. A schema that says something else does not compile. */
import type * as wire from '@copydesk/domain/api/renderer';
import type { CoverRequest } from '@copydesk/domain/cover/cover';
import type { Same } from '@copydesk/kit/same';

export const agreed = { coverRequest: true } satisfies { readonly coverRequest: Same<CoverRequest, wire.CoverRequest> };

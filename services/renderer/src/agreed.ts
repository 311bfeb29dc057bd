/** Types of the contract that the rules own. A schema that contradicts them does not compile. */
import type * as wire from '@copydesk/domain/api/renderer';
import type { CoverRequest } from '@copydesk/domain/cover/cover';
import type { Same } from '@copydesk/kit/same';

export const agreed = { coverRequest: true } satisfies { readonly coverRequest: Same<CoverRequest, wire.CoverRequest> };

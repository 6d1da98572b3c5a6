import { identityQuery } from '@portico/core/data'
import type { IdentityResponse } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { QueryView } from './queryView.ts'
import { useQuery } from './useQuery.ts'
import { useSubject } from './useSubject.ts'

/** Returns the name and avatar of the connected account. */
export function useIdentity(): QueryView<IdentityResponse> {
  return useQuery(identityQuery(useScope().kit, useSubject()))
}

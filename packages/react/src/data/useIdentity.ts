import { identityQuery } from '@portico/core/data'
import type { IdentityResponse } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { QueryView } from './queryView.ts'
import { useQuery } from './useQuery.ts'
import { useSubject } from './useSubject.ts'

/** The name and picture the connected account is known by. */
export function useIdentity(): QueryView<IdentityResponse> {
  return useQuery(identityQuery(useScope().kit, useSubject()))
}

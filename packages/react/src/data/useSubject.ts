import type { SignInSubject } from '@portico/core'
import { getConnected } from '@portico/core'
import { useMemo } from 'react'
import { useKitState } from '../kit/KitContext.ts'

/** The connected account and its network; empty strings where nobody is connected, so that hooks can be called. */
export function useSubject(): SignInSubject {
  const connected = useKitState((state) => getConnected(state))
  return useMemo(
    () =>
      connected
        ? { address: connected.address, networkId: connected.networkId }
        : { address: '', networkId: ':' },
    [connected],
  )
}

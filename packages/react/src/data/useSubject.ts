import type { SignInSubject } from '@portico/core'
import { getConnected } from '@portico/core'
import { useMemo } from 'react'
import { useKitState } from '../kit/KitContext.ts'

/**
 * Returns the connected account and its network. Without a connection the address is empty and the network ID `':'`:
 * hooks cannot be called conditionally, and views show no data then.
 */
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

import { cancelConnect } from '@portico/core'
import type { ListedWallet } from '@portico/core/internal'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { currentView } from '../modal/router.ts'
import { viewNamespace } from '../modal/viewNamespace.ts'
import { getPairing, type Pairing, startPairing } from './pairing.ts'

/** Returns the pairing's state, and starts a pairing if there is none. `retry` starts another one. */
export function usePairing({
  method,
  wallet,
}: {
  method: 'qrcode' | 'mobile'
  wallet: ListedWallet | undefined
}): Pairing & { retry: () => void } {
  const scope = useScope()
  const store = getPairing(scope.kit)
  const pairing = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  const [namespace] = useState(() => viewNamespace(scope.router))
  useEffect(() => {
    startPairing(scope, { method, namespace, wallet })
    return () => {
      const { kit, router } = scope
      const modal = router.store.getState()
      const hasLeft = modal.open && !currentView(modal).name.startsWith('connecting-wallet-connect')
      // Back in the list: stop showing "connecting". A wallet that has already scanned the code can still connect.
      if (hasLeft) cancelConnect(kit, { namespace, connectorId: 'walletConnect' })
    }
  }, [scope, method, namespace, wallet])
  return { ...pairing, retry: () => startPairing(scope, { method, namespace, wallet }) }
}

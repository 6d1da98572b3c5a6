import { cancelConnect } from '@portico/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { currentView } from '../modal/router.ts'
import { viewFamily } from '../modal/viewFamily.ts'
import { getPairing, type Pairing, startPairing } from './pairing.ts'

/** Follows the pairing, and begins it where none is going on. */
export function usePairing({ method }: { method: 'qrcode' | 'mobile' }): Pairing & { retry: () => void } {
  const scope = useScope()
  const store = getPairing(scope.kit)
  const pairing = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  const [namespace] = useState(() => viewFamily(scope.router))
  useEffect(() => {
    startPairing(scope, { method, namespace })
    return () => {
      const { kit, router } = scope
      const modal = router.store.getState()
      const { activeNamespace, connections } = kit.store.getState()
      const connection = connections[namespace ?? activeNamespace]
      const isWaiting = connection?.status === 'connecting' && connection.connectorId === 'walletConnect'
      const isLeft = modal.open && currentView(modal).name !== 'connecting-wallet-connect'
      // Back to the list: the page waits for nobody. Whoever has scanned the code is still let in.
      if (isWaiting && isLeft) cancelConnect(kit, { namespace })
    }
  }, [scope, method, namespace])
  return { ...pairing, retry: () => startPairing(scope, { method, namespace }) }
}

import { useEffect, useSyncExternalStore } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { getPairing, type Pairing, startPairing } from './pairing.ts'

/** Follows the pairing, and begins it where none is going on. */
export function usePairing({ method }: { method: 'qrcode' | 'mobile' }): Pairing & { retry: () => void } {
  const scope = useScope()
  const store = getPairing(scope.kit)
  const pairing = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  useEffect(() => startPairing(scope, { method }), [scope, method])
  return { ...pairing, retry: () => startPairing(scope, { method }) }
}

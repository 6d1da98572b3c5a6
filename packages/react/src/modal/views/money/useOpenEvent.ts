import { getConnected } from '@portico/core'
import { track } from '@portico/core/internal'
import type { CaipNetworkId } from '@portico/protocol'
import { useEffect, useRef } from 'react'
import { useScope } from '../../../kit/KitContext.ts'

/** Raises the event of a form once when it is opened, and not when the visitor comes back to it from a view behind it. */
export function useOpenEvent(event: 'OPEN_SEND' | 'OPEN_SWAP', network: CaipNetworkId): void {
  const { kit, router } = useScope()
  const isKnown = useRef(router.store.getState().direction === 'back')
  useEffect(() => {
    if (isKnown.current) return
    isKnown.current = true
    const type = getConnected(kit.store.getState())?.accounts[0]?.type
    track(kit, event, { network, isSmartAccount: type === 'smartAccount' })
  }, [kit, event, network])
}

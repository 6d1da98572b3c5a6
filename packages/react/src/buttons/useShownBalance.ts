import { getConnected } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { useEffect, useState } from 'react'
import type { AppKit } from '../appKit.ts'
import { useDerived } from '../hooks/useDerived.ts'

/** The balance to show. `isLoading`: it has not been fetched yet. */
interface ShownBalance {
  balance?: TokenBalance | undefined
  isLoading: boolean
}

const loading: ShownBalance = { isLoading: true }

/**
 * Returns the balance that the account button shows and keeps it up to date. Loads the data layer only once a wallet is
 * connected.
 */
export function useShownBalance(
  appKit: AppKit,
  isEnabled: boolean,
  namespace?: NamespaceId | undefined,
): ShownBalance {
  const { kit } = appKit.scope
  const connected = useDerived(appKit, (state) => getConnected(state, namespace))
  const [shown, setShown] = useState(loading)
  useEffect(() => {
    setShown(loading)
    if (!connected || !isEnabled) return
    let stop: (() => void) | undefined
    let isStopped = false
    import('../data/observeShownBalance.ts')
      .then(({ observeShownBalance }) => {
        if (isStopped) return
        stop = observeShownBalance(kit, connected, (balance) => setShown({ balance, isLoading: false }))
      })
      .catch((error: unknown) => {
        if (!isStopped) setShown({ isLoading: false })
        kit.logger.warn('The balance could not be read.', error)
      })
    return () => {
      isStopped = true
      stop?.()
    }
  }, [kit, connected, isEnabled])
  return isEnabled ? shown : { isLoading: false }
}

import { getConnected } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { useEffect, useState } from 'react'
import type { AppKit } from '../appKit.ts'
import { useDerived } from '../hooks/useDerived.ts'

/** What the account button shows of a balance. `isAwaited`: there may be one in a moment. */
interface ShownBalance {
  balance?: TokenBalance | undefined
  isAwaited: boolean
}

const awaited: ShownBalance = { isAwaited: true }

/**
 * The balance the account button shows, kept up to date. The data layer is loaded once somebody is connected, never
 * before.
 */
export function useShownBalance(
  appKit: AppKit,
  isWanted: boolean,
  namespace?: NamespaceId | undefined,
): ShownBalance {
  const { kit } = appKit.scope
  const connected = useDerived(appKit, (state) => getConnected(state, namespace))
  const [shown, setShown] = useState(awaited)
  useEffect(() => {
    setShown(awaited)
    if (!connected || !isWanted) return
    let stop: (() => void) | undefined
    let isOver = false
    import('../data/observeShownBalance.ts')
      .then(({ observeShownBalance }) => {
        if (isOver) return
        stop = observeShownBalance(kit, connected, (balance) => setShown({ balance, isAwaited: false }))
      })
      .catch((error: unknown) => {
        if (!isOver) setShown({ isAwaited: false })
        kit.logger.warn('The balance could not be read.', error)
      })
    return () => {
      isOver = true
      stop?.()
    }
  }, [kit, connected, isWanted])
  return isWanted ? shown : { isAwaited: false }
}

import { getConnected } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import { useEffect, useState } from 'react'
import type { AppKit } from '../appKit.ts'
import { useDerived } from '../hooks/useDerived.ts'

/**
 * The balance the account button shows, kept up to date. The data layer is loaded once somebody is connected, never
 * before.
 */
export function useShownBalance(
  appKit: AppKit,
  isWanted: boolean,
  namespace?: NamespaceId | undefined,
): TokenBalance | undefined {
  const { kit } = appKit.scope
  const connected = useDerived(appKit, (state) => getConnected(state, namespace))
  const [balance, setBalance] = useState<TokenBalance | undefined>()
  useEffect(() => {
    setBalance(undefined)
    if (!connected || !isWanted) return
    let stop: (() => void) | undefined
    let isOver = false
    import('../data/observeShownBalance.ts')
      .then(({ observeShownBalance }) => {
        if (!isOver) stop = observeShownBalance(kit, connected, setBalance)
      })
      .catch((error: unknown) => kit.logger.warn('The balance could not be read.', error))
    return () => {
      isOver = true
      stop?.()
    }
  }, [kit, connected, isWanted])
  return balance
}

import type { ConnectorEvent } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import { readChains, readMethod } from '../parsing/parseWallet.ts'
import type { WalletSession } from './createConnector.ts'
import { chooseNetwork } from './walletChains.ts'

/**
 * Hears what a wallet says by itself (`standard:events`). Events of one tick are told once, by their last word. What
 * is no account list is ignored; a list without accounts of Solana is the end of the connection.
 *
 * @param onAccounts takes the wallet's own objects for its accounts.
 * @returns the end of it.
 */
export function listenToWallet(
  session: WalletSession,
  onAccounts: (originals: Map<string, object>) => void,
): () => void {
  const waiting = new Map<'account' | 'network', ConnectorEvent>()
  let listening = true

  function tell(subject: 'account' | 'network', event: ConnectorEvent) {
    // A wallet may go on talking after it was told to stop.
    if (!listening) return
    if (waiting.size === 0) queueMicrotask(flush)
    waiting.set(subject, event)
  }

  function flush() {
    const events = [...waiting.values()]
    waiting.clear()
    for (const event of events) if (listening) session.emit(event)
  }

  function onChange(change: unknown) {
    const listed = readProperty(change, 'accounts')
    if (listed !== undefined) {
      const { accounts, originals, hasGarbage } = parseAccounts(listed)
      if (accounts.length > 0) {
        onAccounts(originals)
        tell('account', { type: 'accounts', accounts })
      } else if (!hasGarbage) tell('account', { type: 'disconnect' })
    }
    if (readProperty(change, 'chains') === undefined || session.networkId === undefined) return
    const networkId = chooseNetwork(readChains(session.wallet), session.networkId)
    if (networkId !== undefined && networkId !== session.networkId)
      tell('network', { type: 'network', networkId })
  }

  let stop: unknown
  try {
    stop = readMethod(session.wallet, 'standard:events', 'on')?.('change', onChange)
  } catch {
    // A wallet whose events do not work can still be asked.
  }
  return () => {
    listening = false
    waiting.clear()
    try {
      if (typeof stop === 'function') stop()
    } catch {
      // It is not heard any more in any case.
    }
  }
}

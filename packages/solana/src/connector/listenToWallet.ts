import type { ConnectorEvent } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import { readChains, readMethod } from '../parsing/parseWallet.ts'
import type { WalletSession } from './WalletSession.ts'
import { chooseNetwork } from './walletChains.ts'

/**
 * Subscribes to the events of a wallet (`standard:events`) and emits them on the session. Only the last change of a tick
 * is emitted. Malformed account lists are ignored; a list without Solana accounts is a disconnect.
 *
 * @param onAccounts is called with the wallet's own account objects, by address.
 * @returns a function that ends the subscription.
 */
export function listenToWallet(
  session: WalletSession,
  onAccounts: (originals: Map<string, object>) => void,
): () => void {
  const pending = new Map<'account' | 'network', ConnectorEvent>()
  let listening = true

  function schedule(subject: 'account' | 'network', event: ConnectorEvent) {
    // Some wallets emit events after the subscription has ended.
    if (!listening) return
    if (pending.size === 0) queueMicrotask(flush)
    pending.set(subject, event)
  }

  function flush() {
    const events = [...pending.values()]
    pending.clear()
    for (const event of events) if (listening) session.emit(event)
  }

  function onChange(change: unknown) {
    const listed = readProperty(change, 'accounts')
    if (listed !== undefined) {
      const { accounts, originals, hasGarbage } = parseAccounts(listed)
      if (accounts.length > 0) {
        onAccounts(originals)
        schedule('account', { type: 'accounts', accounts })
      } else if (!hasGarbage) schedule('account', { type: 'disconnect' })
    }
    if (readProperty(change, 'chains') === undefined || session.networkId === undefined) return
    const networkId = chooseNetwork(readChains(session.wallet), session.networkId)
    if (networkId !== undefined && networkId !== session.networkId)
      schedule('network', { type: 'network', networkId })
  }

  let stop: unknown
  try {
    stop = readMethod(session.wallet, 'standard:events', 'on')?.('change', onChange)
  } catch {
    // A wallet without working events can still be used.
  }
  return () => {
    listening = false
    pending.clear()
    try {
      if (typeof stop === 'function') stop()
    } catch {
      // Later events are ignored in any case.
    }
  }
}

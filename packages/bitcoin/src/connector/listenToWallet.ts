import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { parseAddresses } from '../parsing/parseAddresses.ts'
import type { WalletChange } from '../wallets/BitcoinWallet.ts'
import type { WalletSession } from './WalletSession.ts'

/**
 * Subscribes to the changes of a wallet and emits them on the session. Changes within one tick are merged, and the
 * last one wins. If the wallet reports a change without details, its accounts are read silently.
 *
 * @returns a function that ends the subscription.
 */
export function listenToWallet(session: WalletSession): () => void {
  const { wallet } = session
  let isListening = true
  let pending: WalletChange | undefined
  /** Counts silent reads, so that a late response to an older one is dropped. */
  let latestRead = 0

  const stop = wallet.listen((change) => {
    // Some wallets emit events after the subscription has ended.
    if (!isListening) return
    if (!pending) queueMicrotask(flush)
    // A list of accounts overrides an earlier disconnect.
    pending = { ...pending, ...(change.addresses && { isDisconnected: false }), ...change }
  })

  function flush() {
    const change = pending
    pending = undefined
    if (!change || !isListening) return
    if (change.isDisconnected) {
      latestRead++
      session.accounts = []
      session.emit({ type: 'disconnect' })
    } else if (change.addresses) update(change.addresses, change.network ?? session.network)
    else if (change.needsRefresh) void refresh(change.network ?? session.network)
  }

  async function refresh(network: WalletSession['network']) {
    const read = ++latestRead
    try {
      const current = await wallet.connect({ silent: true, network })
      if (read === latestRead && isListening) update(current.addresses, current.network)
    } catch {
      // The read failed; keep the state until the next change.
    }
  }

  function update(addresses: readonly unknown[], network: WalletSession['network']) {
    const accounts = parseAddresses(addresses, network)
    const { accounts: previousAccounts, network: previousNetwork } = session
    // Ignore lists without a valid address: a disconnect is reported separately.
    if (accounts.length === 0) return
    Object.assign(session, { accounts, network })
    if (network !== previousNetwork) session.emit({ type: 'network', networkId: toNetworkId(network) })
    const isSame =
      previousAccounts.length === accounts.length &&
      previousAccounts.every(({ address }, i) => address === accounts[i]?.address)
    if (!isSame) session.emit({ type: 'accounts', accounts })
  }

  return () => {
    isListening = false
    stop()
  }
}

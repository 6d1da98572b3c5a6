import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import { parseAddresses } from '../parsing/parseAddresses.ts'
import type { WalletChange } from '../wallets/BitcoinWallet.ts'
import type { WalletSession } from './WalletSession.ts'

/**
 * Hears what a wallet says by itself. Changes of one tick are told once, by their last word, so that a wallet that says a
 * thousand things makes three calls at most. A wallet that says only that something changed is asked what, in silence.
 *
 * @returns the end of it.
 */
export function listenToWallet(session: WalletSession): () => void {
  const { wallet } = session
  let isListening = true
  let waiting: WalletChange | undefined
  /** Counts questions, so that a late answer to an older one is dropped. */
  let question = 0

  const stop = wallet.listen((change) => {
    // A wallet that cannot be left goes on talking.
    if (!isListening) return
    if (!waiting) queueMicrotask(flush)
    // Who lists accounts is not gone any more.
    waiting = { ...waiting, ...(change.addresses && { isGone: false }), ...change }
  })

  function flush() {
    const change = waiting
    waiting = undefined
    if (!change || !isListening) return
    if (change.isGone) {
      question++
      session.accounts = []
      session.emit({ type: 'disconnect' })
    } else if (change.addresses) tell(change.addresses, change.network ?? session.network)
    else if (change.isUnclear) void ask(change.network ?? session.network)
  }

  async function ask(network: WalletSession['network']) {
    const mine = ++question
    try {
      const now = await wallet.connect({ silent: true, network })
      if (mine === question && isListening) tell(now.addresses, now.network)
    } catch {
      // What it did not answer is not known; the next change or request will tell.
    }
  }

  function tell(addresses: readonly unknown[], network: WalletSession['network']) {
    const accounts = parseAddresses(addresses, network)
    const { accounts: before, network: place } = session
    // A list without one good address says nothing, as a wallet that is gone says so.
    if (accounts.length === 0) return
    Object.assign(session, { accounts, network })
    if (network !== place) session.emit({ type: 'network', networkId: toNetworkId(network) })
    const isSame =
      before.length === accounts.length && before.every(({ address }, i) => address === accounts[i]?.address)
    if (!isSame) session.emit({ type: 'accounts', accounts })
  }

  return () => {
    isListening = false
    stop()
  }
}

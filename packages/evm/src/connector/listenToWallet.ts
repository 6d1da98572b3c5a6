import type { ConnectorEvent } from '@portico/core'
import { getRpcCode, readProperty } from '@portico/protocol'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'

/**
 * Hears what a wallet says by itself. Events of one tick are told once, by their last word, so that a wallet
 * that says a thousand things makes three calls at most. What is no account list or chain id is ignored.
 *
 * @returns the end of it.
 */
export function listenToWallet(provider: Provider, emit: (event: ConnectorEvent) => void): () => void {
  const waiting = new Map<ConnectorEvent['type'], ConnectorEvent>()
  let listening = true

  function tell(event: ConnectorEvent) {
    // A wallet without `removeListener` goes on talking.
    if (!listening) return
    if (waiting.size === 0) queueMicrotask(flush)
    waiting.delete(event.type)
    waiting.set(event.type, event)
  }

  function flush() {
    const events = [...waiting.values()]
    waiting.clear()
    for (const event of events) if (listening) emit(event)
  }

  const listeners = {
    accountsChanged(payload: unknown) {
      const accounts = parseAccounts(payload)
      if (!accounts || (accounts.length === 0 && readProperty(payload, 'length') !== 0)) return
      tell({ type: 'accounts', accounts })
    },
    chainChanged(payload: unknown) {
      const chainId = parseChainId(payload)
      if (chainId !== undefined) tell({ type: 'network', networkId: `eip155:${chainId}` })
    },
    disconnect(payload: unknown) {
      // 1013, "try again later": an extension's worker went to sleep. It wakes up on the next request.
      if (getRpcCode(payload) !== 1013) tell({ type: 'disconnect' })
    },
  }

  const call = (member: string, event: string, listener: unknown) => {
    try {
      const method = readProperty(provider, member)
      if (typeof method === 'function') Reflect.apply(method, provider, [event, listener])
    } catch {
      // A wallet whose events do not work can still be asked.
    }
  }
  for (const [event, listener] of Object.entries(listeners)) call('on', event, listener)

  return () => {
    listening = false
    waiting.clear()
    for (const [event, listener] of Object.entries(listeners)) call('removeListener', event, listener)
  }
}

import type { ConnectorEvent } from '@portico/core'
import { getRpcCode, readProperty } from '@portico/protocol'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'

/**
 * Listens to the events of a wallet. Of the events emitted within one task, only the last of each type is passed on,
 * so that a flood of events causes at most three calls. Malformed account lists and chain IDs are ignored.
 *
 * @returns The function that stops listening.
 */
export function listenToWallet(provider: Provider, emit: (event: ConnectorEvent) => void): () => void {
  const queued = new Map<ConnectorEvent['type'], ConnectorEvent>()
  let isListening = true

  function enqueue(event: ConnectorEvent) {
    // A wallet without `removeListener` keeps calling.
    if (!isListening) return
    if (queued.size === 0) queueMicrotask(flush)
    queued.delete(event.type)
    queued.set(event.type, event)
  }

  function flush() {
    const events = [...queued.values()]
    queued.clear()
    for (const event of events) if (isListening) emit(event)
  }

  const listeners = {
    accountsChanged(payload: unknown) {
      const accounts = parseAccounts(payload)
      if (!accounts || (accounts.length === 0 && readProperty(payload, 'length') !== 0)) return
      enqueue({ type: 'accounts', accounts })
    },
    chainChanged(payload: unknown) {
      const chainId = parseChainId(payload)
      if (chainId !== undefined) enqueue({ type: 'network', networkId: `eip155:${chainId}` })
    },
    disconnect(payload: unknown) {
      // 1013 ("try again later"): the worker of an extension was suspended. The next request resumes it.
      if (getRpcCode(payload) !== 1013) enqueue({ type: 'disconnect' })
    },
  }

  const call = (member: string, event: string, listener: unknown) => {
    try {
      const method = readProperty(provider, member)
      if (typeof method === 'function') Reflect.apply(method, provider, [event, listener])
    } catch {
      // Requests may work even if events do not.
    }
  }
  for (const [event, listener] of Object.entries(listeners)) call('on', event, listener)

  return () => {
    isListening = false
    queued.clear()
    for (const [event, listener] of Object.entries(listeners)) call('removeListener', event, listener)
  }
}

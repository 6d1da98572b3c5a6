import type { Connector, ConnectorEvent } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { callWallet } from './callWallet.ts'
import { findTransactions } from './findTransactions.ts'
import { listenToWallet } from './listenToWallet.ts'
import { readChainId } from './readChainId.ts'
import { switchWallet } from './switchWallet.ts'
import { wrapProvider } from './wrapProvider.ts'

/** Milliseconds a wallet has to forget the page; many never answer. */
const revokeTimeout = 500

/** What is known of a wallet when its connector is made. */
export interface CreateConnectorParameters {
  id: string
  name: string
  type: 'ANNOUNCED' | 'INJECTED'
  icon?: string | undefined
  rdns?: string | undefined
  provider: Provider
}

/** A connector to one EIP-1193 provider. Trusts nothing the provider says or does. */
export function createConnector({ provider, ...details }: CreateConnectorParameters): Connector {
  const subscribers = new Set<(event: ConnectorEvent) => void>()
  /** Hashes of transactions, each told once. */
  const told = new Set<string>()
  let stopListening: (() => void) | undefined
  /** Where the wallet is, as of the last connect, switch or `chainChanged`. */
  let chainId: number | undefined

  function emit(event: ConnectorEvent) {
    if (event.type === 'network') chainId = Number(event.networkId.slice('eip155:'.length))
    for (const subscriber of [...subscribers]) {
      try {
        subscriber(event)
      } catch (error) {
        // One listener's fault is neither the others' nor that of the application's request.
        globalThis.reportError?.(error)
      }
    }
  }

  const wrapped = wrapProvider(provider, (request) => {
    // The network of now: the wallet may be on another when it answers.
    const asked = chainId
    return (result) => {
      for (const { hash, chainId = asked } of findTransactions(request, result)) {
        if (chainId === undefined || told.has(hash)) continue
        if (told.size >= 1000) told.clear()
        told.add(hash)
        emit({ type: 'transaction', hash, networkId: `eip155:${chainId}` })
      }
    }
  })

  return {
    id: details.id,
    name: details.name,
    type: details.type,
    namespace: 'eip155',
    icon: details.icon,
    rdns: details.rdns,
    async connect({ silent }) {
      const answer = await callWallet(provider, silent ? 'eth_accounts' : 'eth_requestAccounts')
      const accounts = parseAccounts(answer) ?? []
      if (!silent && accounts.length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: 'The wallet shared no account. Unlock it and choose one.',
        })
      }
      chainId = await readChainId(provider)
      return { accounts, networkId: `eip155:${chainId}` }
    },
    async disconnect() {
      const revoked = callWallet(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }])
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, revokeTimeout)
      })
      // Most wallets do not know the method; the kit forgets them all the same.
      await Promise.race([revoked.catch(() => {}), late])
      clearTimeout(timer)
    },
    async switchNetwork({ network }) {
      await switchWallet({ provider, network })
      chainId = Number(network.id)
    },
    async signMessage({ message, address }) {
      const signature = await callWallet(provider, 'personal_sign', [toHex(message), address])
      if (typeof signature !== 'string' || signature.length > 100_000 || !isHex.test(signature)) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.internalError,
          message: 'The wallet signed badly: its answer to personal_sign is not a signature in hex.',
        })
      }
      return signature
    },
    getProvider: () => wrapped,
    subscribe(subscriber) {
      // An entry of its own for each call, so that a function that subscribes twice also leaves twice.
      const entry = (event: ConnectorEvent) => subscriber(event)
      subscribers.add(entry)
      stopListening ??= listenToWallet(provider, emit)
      return () => {
        if (!subscribers.delete(entry) || subscribers.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
  }
}

const isHex = /^0x([0-9a-f]{2})+$/i

function toHex(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

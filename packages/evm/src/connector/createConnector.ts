import { type Connector, type ConnectorEvent, createEmitter } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { callWallet } from './callWallet.ts'
import { findTransactions } from './findTransactions.ts'
import { listenToWallet } from './listenToWallet.ts'
import { readChainId } from './readChainId.ts'
import { switchWallet } from './switchWallet.ts'
import { wrapProvider } from './wrapProvider.ts'

/** How long to wait for a wallet to revoke its permissions, in milliseconds. Many wallets never answer. */
const revokeTimeoutMs = 500

/** The wallet as found by discovery. */
export interface CreateConnectorParameters {
  id: string
  name: string
  type: 'ANNOUNCED' | 'INJECTED'
  icon?: string | undefined
  rdns?: string | undefined
  provider: Provider
}

/** Creates a connector to an EIP-1193 provider. Everything the provider returns is validated. */
export function createConnector({ provider, ...details }: CreateConnectorParameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  /** The hashes of reported transactions: each is reported once. */
  const reported = new Set<string>()
  let stopListening: (() => void) | undefined
  /** The wallet's chain ID, as of the last connect, switch or `chainChanged`. */
  let chainId: number | undefined

  function emit(event: ConnectorEvent) {
    if (event.type === 'network') chainId = Number(event.networkId.slice('eip155:'.length))
    events.emit(event)
  }

  const wrapped = wrapProvider(provider, (request) => {
    // Capture the chain now; it may change before the wallet answers.
    const requestChainId = chainId
    return (result) => {
      for (const { hash, chainId = requestChainId } of findTransactions(request, result)) {
        if (chainId === undefined || reported.has(hash)) continue
        if (reported.size >= 1000) reported.clear()
        reported.add(hash)
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
      const response = await callWallet(provider, silent ? 'eth_accounts' : 'eth_requestAccounts')
      const accounts = parseAccounts(response) ?? []
      if (!silent && accounts.length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: 'The wallet shared no account. Unlock it and select an account.',
        })
      }
      chainId = await readChainId(provider)
      return { accounts, networkId: `eip155:${chainId}` }
    },
    async disconnect() {
      const revoked = callWallet(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }])
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, revokeTimeoutMs)
      })
      // Errors are ignored: most wallets do not support the method.
      await Promise.race([revoked.catch(() => {}), timeout])
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
          message: 'The wallet returned an invalid signature: the result of personal_sign is not hex.',
        })
      }
      return signature
    },
    getProvider: () => wrapped,
    subscribe(subscriber) {
      const unsubscribe = events.on(subscriber)
      stopListening ??= listenToWallet(provider, emit)
      return () => {
        unsubscribe()
        if (events.size > 0) return
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

import { getRpcCode, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { base64 } from '@scure/base'
import type { NetworkName } from '../networks/networkNames.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet, InputToSign, WalletChange } from './BitcoinWallet.ts'
import { callMethod } from './callMethod.ts'

const names: Readonly<Record<NetworkName, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
}
const purposes = ['payment', 'ordinals']

// Error codes of sats-connect. Other protocols use the same numbers with different meanings.
const userRejectionCode = -32000
const accessDeniedCode = -32002
const unsupportedMethodCodes = [-32601, -32001]

/**
 * Adapts Xverse (`window.XverseProviders.BitcoinProvider`): JSON-RPC responses with `result` or `error`.
 *
 * @see https://docs.xverse.app/sats-connect
 */
export function satsConnectWallet(provider: unknown): BitcoinWallet {
  async function request(method: string, params?: unknown): Promise<unknown> {
    const response = await callMethod(provider, 'request', method, params)
    const error = readProperty(response, 'error')
    if (error === undefined || error === null) return readProperty(response, 'result')
    throw toError(error, method)
  }

  /** Reads the account without asking the user. Rejects if the page has no permission. */
  async function readAccount(): Promise<{ addresses: readonly unknown[]; network: NetworkName | undefined }> {
    const account = await request('wallet_getAccount')
    return { addresses: addressesOf(account), network: networkOf(account) }
  }

  return {
    networks: () => Object.keys(names) as NetworkName[],
    async connect({ silent, network }) {
      if (silent) {
        const current = await readAccount().catch((error: unknown) => {
          // The page has no permission, or the wallet predates `wallet_getAccount`.
          const code = getRpcCode(error)
          if (code === rpcErrorCodes.unauthorized || code === rpcErrorCodes.unsupportedMethod)
            return { addresses: [], network: undefined }
          throw error
        })
        return { addresses: current.addresses, network: current.network ?? network }
      }
      try {
        const account = await request('wallet_connect', { addresses: purposes, network: names[network] })
        return { addresses: addressesOf(account), network: networkOf(account) ?? network }
      } catch (error) {
        if (getRpcCode(error) !== rpcErrorCodes.unsupportedMethod) throw error
        // Older wallets without `wallet_connect`.
        const list = await request('getAccounts', { purposes })
        return { addresses: readList(list), network }
      }
    },
    disconnect: () => request('wallet_disconnect'),
    async switchNetwork(network) {
      await request('wallet_changeNetwork', { name: names[network] })
      const { addresses, network: current } = await readAccount()
      if (current !== undefined && current !== network) throw networkNotSwitched()
      return addresses
    },
    async signMessage({ address, message, protocol }) {
      const response = await request('signMessage', { address, message, protocol: protocol.toUpperCase() })
      return readProperty(response, 'signature')
    },
    async signPsbt({ psbt, inputs }) {
      const params = { psbt: base64.encode(psbt), signInputs: byAddress(inputs), broadcast: false }
      return readProperty(await request('signPsbt', params), 'psbt')
    },
    async sendTransfer({ recipient, amount }) {
      const recipients = [{ address: recipient, amount: Number(amount) }]
      return readProperty(await request('sendTransfer', { recipients }), 'txid')
    },
    listen(onChange) {
      const unsubscribes = ['accountChange', 'networkChange', 'disconnect'].flatMap((eventName) => {
        const cb = (payload: unknown) => onChange(toChange(eventName, payload))
        // Current versions take one object; older ones take two parameters.
        return [[{ eventName, cb }], [eventName, cb]].map((args) => addListener(provider, args))
      })
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  }
}

function addListener(provider: unknown, args: unknown[]): () => void {
  try {
    const method = readProperty(provider, 'addListener')
    const unsubscribe = typeof method === 'function' ? Reflect.apply(method, provider, args) : undefined
    if (typeof unsubscribe !== 'function') return () => {}
    return () => {
      try {
        unsubscribe()
      } catch {
        // Unsubscribing failed; the caller ignores events after the subscription has ended.
      }
    }
  } catch {
    // The wallet does not accept this form, or has no events.
    return () => {}
  }
}

function toChange(eventName: string, payload: unknown): WalletChange {
  if (eventName === 'disconnect') return { isDisconnected: true }
  const listed = readProperty(payload, 'addresses')
  const network = eventName === 'networkChange' ? networkOf({ network: payload }) : undefined
  return {
    ...(listed === undefined ? { needsRefresh: true } : { addresses: readList(listed) }),
    ...(network ? { network } : {}),
  }
}

function addressesOf(account: unknown): readonly unknown[] {
  return readList(readProperty(account, 'addresses'))
}

function networkOf(account: unknown): NetworkName | undefined {
  const name = readProperty(readProperty(readProperty(account, 'network'), 'bitcoin'), 'name')
  return (Object.keys(names) as NetworkName[]).find((network) => names[network] === name)
}

function byAddress(inputs: readonly InputToSign[]): Record<string, number[]> {
  const indexes: Record<string, number[]> = {}
  for (const { address, index } of inputs) {
    indexes[address] ??= []
    indexes[address].push(index)
  }
  return indexes
}

function toError(error: unknown, method: string): RpcError {
  const code = getRpcCode(error)
  const errorMessage = readProperty(error, 'message')
  const details = typeof errorMessage === 'string' && errorMessage ? errorMessage.slice(0, 1000) : undefined
  if (code === userRejectionCode)
    return new RpcError({
      rpcCode: rpcErrorCodes.userRejected,
      message: 'The user rejected the request.',
      details,
    })
  if (code === accessDeniedCode)
    return new RpcError({
      rpcCode: rpcErrorCodes.unauthorized,
      message: 'The wallet is not connected.',
      details,
    })
  if (code !== undefined && unsupportedMethodCodes.includes(code))
    return new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `The wallet does not support ${method}.`,
      details,
    })
  return new RpcError({
    rpcCode: code ?? rpcErrorCodes.internalError,
    message: `The wallet could not complete ${method}.`,
    details,
  })
}

function networkNotSwitched(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.unrecognizedChain,
    message: 'The wallet accepted the request but stayed on another network.',
  })
}

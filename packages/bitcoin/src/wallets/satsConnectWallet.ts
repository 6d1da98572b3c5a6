import { getRpcCode, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { base64 } from '@scure/base'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
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

// The codes of sats-connect, which mean other things elsewhere.
const rejection = -32000
const denied = -32002
const unknownMethod = [-32601, -32001]

/**
 * Xverse, as its provider stands in `XverseProviders.BitcoinProvider`: JSON-RPC answers with `result` or `error`.
 *
 * @see https://docs.xverse.app/sats-connect
 */
export function satsConnectWallet(provider: unknown): BitcoinWallet {
  async function ask(method: string, params?: unknown): Promise<unknown> {
    const answer = await callMethod(provider, 'request', method, params)
    const error = readProperty(answer, 'error')
    if (error === undefined || error === null) return readProperty(answer, 'result')
    throw toError(error, method)
  }

  /** Its account without asking the visitor; none where nothing was granted. */
  async function read(): Promise<{ addresses: readonly unknown[]; network: NetworkName | undefined }> {
    const account = await ask('wallet_getAccount')
    return { addresses: addressesOf(account), network: networkOf(account) }
  }

  return {
    networks: () => Object.keys(names) as NetworkName[],
    async connect({ silent, network }) {
      if (silent) {
        const known = await read().catch((error: unknown) => {
          // Nothing was granted, or the wallet is older than the question.
          const code = getRpcCode(error)
          if (code === rpcErrorCodes.unauthorized || code === rpcErrorCodes.unsupportedMethod)
            return { addresses: [], network: undefined }
          throw error
        })
        return { addresses: known.addresses, network: known.network ?? network }
      }
      try {
        const account = await ask('wallet_connect', { addresses: purposes, network: names[network] })
        return { addresses: addressesOf(account), network: networkOf(account) ?? network }
      } catch (error) {
        if (getRpcCode(error) !== rpcErrorCodes.unsupportedMethod) throw error
        // Wallets of before `wallet_connect`.
        const list = await ask('getAccounts', { purposes })
        return { addresses: readList(list), network }
      }
    },
    disconnect: () => ask('wallet_disconnect'),
    async switchNetwork(network) {
      await ask('wallet_changeNetwork', { name: names[network] })
      const { addresses, network: current } = await read()
      if (current !== undefined && current !== network) throw stayed()
      return addresses
    },
    async signMessage({ address, message, protocol }) {
      const answer = await ask('signMessage', { address, message, protocol: protocol.toUpperCase() })
      return readProperty(answer, 'signature')
    },
    async signPsbt({ psbt, inputs }) {
      const params = { psbt: base64.encode(psbt), signInputs: byAddress(inputs), broadcast: false }
      return readProperty(await ask('signPsbt', params), 'psbt')
    },
    async sendTransfer({ recipient, amount }) {
      const recipients = [{ address: recipient, amount: Number(amount) }]
      return readProperty(await ask('sendTransfer', { recipients }), 'txid')
    },
    listen(tell) {
      const ends = ['accountChange', 'networkChange', 'disconnect'].flatMap((eventName) => {
        const cb = (payload: unknown) => tell(toChange(eventName, payload))
        // One object today, two parameters before.
        return [[{ eventName, cb }], [eventName, cb]].map((inputs) => addListener(provider, inputs))
      })
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

function addListener(provider: unknown, inputs: unknown[]): () => void {
  try {
    const method = readProperty(provider, 'addListener')
    const end = typeof method === 'function' ? Reflect.apply(method, provider, inputs) : undefined
    if (typeof end !== 'function') return () => {}
    return () => {
      try {
        end()
      } catch {
        // It goes on talking, and is not heard.
      }
    }
  } catch {
    // The other form, or a wallet without events.
    return () => {}
  }
}

function toChange(eventName: string, payload: unknown): WalletChange {
  if (eventName === 'disconnect') return { isGone: true }
  const listed = readProperty(payload, 'addresses')
  const network = eventName === 'networkChange' ? networkOf({ network: payload }) : undefined
  return {
    ...(listed === undefined ? { isUnclear: true } : { addresses: readList(listed) }),
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
  const found: Record<string, number[]> = {}
  for (const { address, index } of inputs) {
    found[address] ??= []
    found[address].push(index)
  }
  return found
}

function toError(error: unknown, method: string): RpcError {
  const code = getRpcCode(error)
  const said = readProperty(error, 'message')
  const details = typeof said === 'string' && said ? said.slice(0, 1000) : undefined
  if (code === rejection)
    return new RpcError({
      rpcCode: rpcErrorCodes.userRejected,
      message: 'The user rejected the request.',
      details,
    })
  if (code === denied)
    return new RpcError({
      rpcCode: rpcErrorCodes.unauthorized,
      message: 'The wallet is not connected.',
      details,
    })
  if (code !== undefined && unknownMethod.includes(code))
    return new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `The wallet does not offer ${method}.`,
      details,
    })
  return new RpcError({
    rpcCode: code ?? rpcErrorCodes.internalError,
    message: `The wallet did not answer ${method}.`,
    details,
  })
}

function stayed(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.unrecognizedChain,
    message: 'The wallet agreed to switch the network and stayed on another.',
  })
}

import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { NetworkName } from '../networks/networkNames.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod } from './callMethod.ts'

const names: Readonly<Partial<Record<NetworkName, string>>> = {
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'devnet',
}

/**
 * Adapts Leather (`window.LeatherProvider`): JSON-RPC with the network in each request. Leather has no change events
 * and no way to read accounts without asking the user.
 *
 * @see https://leather.gitbook.io/developers
 */
export function leatherWallet(provider: unknown): BitcoinWallet {
  async function request(method: string, params: unknown): Promise<unknown> {
    const response = await callMethod(provider, 'request', method, params)
    const error = readProperty(response, 'error')
    if (error === undefined || error === null) return readProperty(response, 'result')
    const errorMessage = readProperty(error, 'message')
    const rejected = typeof errorMessage === 'string' && /reject|cancel|denied/i.test(errorMessage)
    throw new RpcError({
      rpcCode: rejected ? rpcErrorCodes.userRejected : rpcErrorCodes.internalError,
      message: `The wallet could not complete ${method}.`,
      details: typeof errorMessage === 'string' ? errorMessage.slice(0, 1000) : undefined,
    })
  }

  async function readAddresses(network: NetworkName): Promise<readonly unknown[]> {
    const response = await request('getAddresses', { network: names[network] })
    return readList(readProperty(response, 'addresses'))
      .filter((entry) => readProperty(entry, 'symbol') === 'BTC')
      .map((entry) => ({
        address: readProperty(entry, 'address'),
        publicKey: readProperty(entry, 'publicKey'),
        purpose: readProperty(entry, 'type') === 'p2tr' ? 'ordinals' : 'payment',
      }))
  }

  return {
    networks: () => Object.keys(names) as NetworkName[],
    connect: async ({ silent, network }) => ({
      addresses: silent ? [] : await readAddresses(network),
      network,
    }),
    async disconnect() {},
    switchNetwork: readAddresses,
    async signMessage({ address, message, protocol, network }) {
      if (protocol === 'ecdsa') {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Leather supports only BIP-322 message signatures.',
        })
      }
      const paymentType = /^(bc|tb|bcrt)1p/.test(address) ? 'p2tr' : 'p2wpkh'
      return readProperty(
        await request('signMessage', { message, paymentType, network: names[network] }),
        'signature',
      )
    },
    async signPsbt({ psbt, inputs, network }) {
      const sighashes = [...new Set(inputs.flatMap(({ sighashTypes }) => sighashTypes ?? []))]
      const response = await request('signPsbt', {
        hex: hex.encode(psbt),
        signAtIndex: inputs.map(({ index }) => index),
        ...(sighashes.length > 0 ? { allowedSighash: sighashes } : {}),
        network: names[network],
        broadcast: false,
      })
      return readProperty(response, 'hex')
    },
    async sendTransfer({ recipient, amount, network }) {
      const recipients = [{ address: recipient, amount: String(amount) }]
      return readProperty(await request('sendTransfer', { recipients, network: names[network] }), 'txid')
    },
    listen: () => () => {},
  }
}

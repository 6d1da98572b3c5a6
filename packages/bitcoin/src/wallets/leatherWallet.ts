import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
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
 * Leather, as it stands in `LeatherProvider`: JSON-RPC that names the network with each request. It tells of no changes,
 * and shows nothing without asking.
 *
 * @see https://leather.gitbook.io/developers
 */
export function leatherWallet(provider: unknown): BitcoinWallet {
  async function ask(method: string, params: unknown): Promise<unknown> {
    const answer = await callMethod(provider, 'request', method, params)
    const error = readProperty(answer, 'error')
    if (error === undefined || error === null) return readProperty(answer, 'result')
    const said = readProperty(error, 'message')
    const rejected = typeof said === 'string' && /reject|cancel|denied/i.test(said)
    throw new RpcError({
      rpcCode: rejected ? rpcErrorCodes.userRejected : rpcErrorCodes.internalError,
      message: `The wallet did not answer ${method}.`,
      details: typeof said === 'string' ? said.slice(0, 1000) : undefined,
    })
  }

  async function read(network: NetworkName): Promise<readonly unknown[]> {
    const answer = await ask('getAddresses', { network: names[network] })
    return readList(readProperty(answer, 'addresses'))
      .filter((one) => readProperty(one, 'symbol') === 'BTC')
      .map((one) => ({
        address: readProperty(one, 'address'),
        publicKey: readProperty(one, 'publicKey'),
        purpose: readProperty(one, 'type') === 'p2tr' ? 'ordinals' : 'payment',
      }))
  }

  return {
    networks: () => Object.keys(names) as NetworkName[],
    connect: async ({ silent, network }) => ({ addresses: silent ? [] : await read(network), network }),
    async disconnect() {},
    switchNetwork: read,
    async signMessage({ address, message, protocol, network }) {
      if (protocol === 'ecdsa') {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Leather signs messages by BIP-322 only.',
        })
      }
      const paymentType = /^(bc|tb|bcrt)1p/.test(address) ? 'p2tr' : 'p2wpkh'
      return readProperty(
        await ask('signMessage', { message, paymentType, network: names[network] }),
        'signature',
      )
    },
    async signPsbt({ psbt, inputs, network }) {
      const sighashes = [...new Set(inputs.flatMap(({ sighashTypes }) => sighashTypes ?? []))]
      const answer = await ask('signPsbt', {
        hex: hex.encode(psbt),
        signAtIndex: inputs.map(({ index }) => index),
        ...(sighashes.length > 0 ? { allowedSighash: sighashes } : {}),
        network: names[network],
        broadcast: false,
      })
      return readProperty(answer, 'hex')
    },
    async sendTransfer({ recipient, amount, network }) {
      const recipients = [{ address: recipient, amount: String(amount) }]
      return readProperty(await ask('sendTransfer', { recipients, network: names[network] }), 'txid')
    },
    listen: () => () => {},
  }
}

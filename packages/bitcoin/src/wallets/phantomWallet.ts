import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod } from './callMethod.ts'
import { listenTo } from './listenTo.ts'

/**
 * Phantom, as it stands in `phantom.bitcoin`: mainnet only. It signs, and has no transfers of its own.
 *
 * @see https://docs.phantom.com/bitcoin/provider-api-reference
 */
export function phantomWallet(provider: unknown): BitcoinWallet {
  return {
    networks: () => ['mainnet'],
    connect: async ({ silent }) => ({
      // It shows nothing without asking.
      addresses: silent ? [] : readList(await callMethod(provider, 'requestAccounts')),
      network: 'mainnet',
    }),
    async disconnect() {},
    switchNetwork: async () => readList(await callMethod(provider, 'requestAccounts')),
    async signMessage({ address, message, protocol }) {
      if (protocol === 'ecdsa') {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Phantom signs messages by BIP-322 only.',
        })
      }
      const bytes = new TextEncoder().encode(message)
      return readProperty(await callMethod(provider, 'signMessage', address, bytes), 'signature')
    },
    async signPsbt({ psbt, inputs }) {
      const inputsToSign = inputs.map(({ address, index, sighashTypes }) => ({
        address,
        signingIndexes: [index],
        ...(sighashTypes?.[0] === undefined ? {} : { sigHash: sighashTypes[0] }),
      }))
      const answer = await callMethod(provider, 'signPSBT', psbt, { inputsToSign })
      return readProperty(answer, 'signedPSBT') ?? answer
    },
    listen: (tell) =>
      listenTo(provider, {
        accountsChanged: (list) => {
          const addresses = readList(list)
          tell(addresses.length > 0 ? { addresses } : { isGone: true })
        },
      }),
  }
}

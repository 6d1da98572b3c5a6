import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod } from './callMethod.ts'
import { listenTo } from './listenTo.ts'

/**
 * Adapts Phantom (`window.phantom.bitcoin`): mainnet only. It can sign, but not send transfers.
 *
 * @see https://docs.phantom.com/bitcoin/provider-api-reference
 */
export function phantomWallet(provider: unknown): BitcoinWallet {
  return {
    networks: () => ['mainnet'],
    connect: async ({ silent }) => ({
      // Phantom cannot return accounts without asking the user.
      addresses: silent ? [] : readList(await callMethod(provider, 'requestAccounts')),
      network: 'mainnet',
    }),
    async disconnect() {},
    switchNetwork: async () => readList(await callMethod(provider, 'requestAccounts')),
    async signMessage({ address, message, protocol }) {
      if (protocol === 'ecdsa') {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: 'Phantom supports only BIP-322 message signatures.',
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
      const response = await callMethod(provider, 'signPSBT', psbt, { inputsToSign })
      return readProperty(response, 'signedPSBT') ?? response
    },
    listen: (onChange) =>
      listenTo(provider, {
        accountsChanged: (list) => {
          const addresses = readList(list)
          onChange(addresses.length > 0 ? { addresses } : { isDisconnected: true })
        },
      }),
  }
}

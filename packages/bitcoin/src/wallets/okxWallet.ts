import { readProperty } from '@portico/protocol'
import { hex } from '@scure/base'
import type { NetworkName } from '../networks/networkNames.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod, hasMethod } from './callMethod.ts'
import { listenTo } from './listenTo.ts'
import { toUnisatOptions } from './toUnisatOptions.ts'

const members: Readonly<Partial<Record<NetworkName, string>>> = {
  mainnet: 'bitcoin',
  testnet: 'bitcoinTestnet',
  signet: 'bitcoinSignet',
}

/**
 * Adapts OKX Wallet (`window.okxwallet`), which has one provider object per network.
 *
 * @see https://web3.okx.com/build/dev-docs/sdks/chains/bitcoin/provider
 */
export function okxWallet(okx: unknown): BitcoinWallet {
  const providerFor = (network: NetworkName) => readProperty(okx, members[network] ?? '')

  async function requestAddresses(network: NetworkName): Promise<readonly unknown[]> {
    const account = await callMethod(providerFor(network), 'connect')
    const publicKey = readProperty(account, 'compressedPublicKey') ?? readProperty(account, 'publicKey')
    return [{ address: readProperty(account, 'address'), publicKey }]
  }

  async function readAddresses(network: NetworkName): Promise<readonly unknown[]> {
    const provider = providerFor(network)
    // The testnet and signet providers only have `connect`, which opens the wallet.
    if (!hasMethod(provider, 'getAccounts')) return []
    const [address] = readList(await callMethod(provider, 'getAccounts'))
    if (address === undefined) return []
    const publicKey = await callMethod(provider, 'getPublicKey').catch(() => undefined)
    return [{ address, publicKey }]
  }

  return {
    networks: () =>
      (Object.keys(members) as NetworkName[]).filter((name) => hasMethod(providerFor(name), 'connect')),
    connect: async ({ silent, network }) => ({
      addresses: await (silent ? readAddresses(network) : requestAddresses(network)),
      network,
    }),
    async disconnect() {
      const provider = providerFor('mainnet')
      if (hasMethod(provider, 'disconnect')) await callMethod(provider, 'disconnect')
    },
    switchNetwork: requestAddresses,
    signMessage: ({ message, protocol, network }) =>
      callMethod(
        providerFor(network),
        'signMessage',
        message,
        protocol === 'bip322' ? 'bip322-simple' : 'ecdsa',
      ),
    signPsbt: ({ psbt, inputs, network }) =>
      callMethod(providerFor(network), 'signPsbt', hex.encode(psbt), toUnisatOptions(inputs)),
    ...(hasMethod(providerFor('mainnet'), 'sendBitcoin')
      ? {
          sendTransfer: ({ recipient, amount, network }) =>
            callMethod(providerFor(network), 'sendBitcoin', recipient, Number(amount)),
        }
      : {}),
    listen: (onChange) =>
      listenTo(providerFor('mainnet'), {
        accountsChanged: (list) =>
          onChange(
            Array.isArray(list) && list.length === 0 ? { isDisconnected: true } : { needsRefresh: true },
          ),
      }),
  }
}

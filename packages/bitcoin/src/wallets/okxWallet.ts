import { readProperty } from '@portico/protocol'
import { hex } from '@scure/base'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
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
 * OKX Wallet, as it stands in `okxwallet`, with an object for each network.
 *
 * @see https://web3.okx.com/build/dev-docs/sdks/chains/bitcoin/provider
 */
export function okxWallet(okx: unknown): BitcoinWallet {
  const homeOf = (network: NetworkName) => readProperty(okx, members[network] ?? '')

  async function open(network: NetworkName): Promise<readonly unknown[]> {
    const account = await callMethod(homeOf(network), 'connect')
    const publicKey = readProperty(account, 'compressedPublicKey') ?? readProperty(account, 'publicKey')
    return [{ address: readProperty(account, 'address'), publicKey }]
  }

  async function read(network: NetworkName): Promise<readonly unknown[]> {
    const home = homeOf(network)
    // Those of testnet and signet only connect, which opens the wallet.
    if (!hasMethod(home, 'getAccounts')) return []
    const [address] = readList(await callMethod(home, 'getAccounts'))
    if (address === undefined) return []
    const publicKey = await callMethod(home, 'getPublicKey').catch(() => undefined)
    return [{ address, publicKey }]
  }

  return {
    networks: () =>
      (Object.keys(members) as NetworkName[]).filter((name) => hasMethod(homeOf(name), 'connect')),
    connect: async ({ silent, network }) => ({
      addresses: await (silent ? read(network) : open(network)),
      network,
    }),
    async disconnect() {
      const home = homeOf('mainnet')
      if (hasMethod(home, 'disconnect')) await callMethod(home, 'disconnect')
    },
    switchNetwork: open,
    signMessage: ({ message, protocol, network }) =>
      callMethod(homeOf(network), 'signMessage', message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa'),
    signPsbt: ({ psbt, inputs, network }) =>
      callMethod(homeOf(network), 'signPsbt', hex.encode(psbt), toUnisatOptions(inputs)),
    ...(hasMethod(homeOf('mainnet'), 'sendBitcoin')
      ? {
          sendTransfer: ({ recipient, amount, network }) =>
            callMethod(homeOf(network), 'sendBitcoin', recipient, Number(amount)),
        }
      : {}),
    listen: (tell) =>
      listenTo(homeOf('mainnet'), {
        accountsChanged: (list) =>
          tell(Array.isArray(list) && list.length === 0 ? { isGone: true } : { isUnclear: true }),
      }),
  }
}

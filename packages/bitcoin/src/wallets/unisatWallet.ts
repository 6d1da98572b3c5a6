import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod, hasMethod } from './callMethod.ts'
import { listenTo } from './listenTo.ts'
import { toUnisatOptions } from './toUnisatOptions.ts'

const chains: Readonly<Partial<Record<NetworkName, string>>> = {
  mainnet: 'BITCOIN_MAINNET',
  testnet: 'BITCOIN_TESTNET',
  testnet4: 'BITCOIN_TESTNET4',
  signet: 'BITCOIN_SIGNET',
}

/**
 * UniSat, as it stands in `unisat`: one address, and a network of the wallet's own.
 *
 * @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet
 */
export function unisatWallet(unisat: unknown): BitcoinWallet {
  async function currentNetwork(): Promise<NetworkName | undefined> {
    if (hasMethod(unisat, 'getChain'))
      return toNetwork(readProperty(await callMethod(unisat, 'getChain'), 'enum'))
    // Before `getChain` there were two.
    return toNetwork(await callMethod(unisat, 'getNetwork'))
  }

  async function withKeys(list: unknown): Promise<readonly unknown[]> {
    const [address] = readList(list)
    if (address === undefined) return []
    return [{ address, publicKey: await callMethod(unisat, 'getPublicKey').catch(() => undefined) }]
  }

  async function move(network: NetworkName): Promise<void> {
    if (hasMethod(unisat, 'switchChain')) await callMethod(unisat, 'switchChain', chains[network])
    else await callMethod(unisat, 'switchNetwork', network === 'mainnet' ? 'livenet' : network)
    if ((await currentNetwork()) !== network) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unrecognizedChain,
        message: 'The wallet agreed to switch the network and stayed on another.',
      })
    }
  }

  return {
    networks: () => Object.keys(chains) as NetworkName[],
    async connect({ silent, network }) {
      const list = await callMethod(unisat, silent ? 'getAccounts' : 'requestAccounts')
      const current = await currentNetwork()
      // Nobody is asked to move while the page takes a connection up again.
      if (silent || current === network) {
        return { addresses: current ? await withKeys(list) : [], network: current ?? network }
      }
      await move(network)
      return { addresses: await withKeys(await callMethod(unisat, 'getAccounts')), network }
    },
    async disconnect() {
      if (hasMethod(unisat, 'disconnect')) await callMethod(unisat, 'disconnect')
    },
    async switchNetwork(network) {
      await move(network)
      return withKeys(await callMethod(unisat, 'getAccounts'))
    },
    signMessage: ({ message, protocol }) =>
      callMethod(unisat, 'signMessage', message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa'),
    signPsbt: ({ psbt, inputs }) => callMethod(unisat, 'signPsbt', hex.encode(psbt), toUnisatOptions(inputs)),
    ...(hasMethod(unisat, 'sendBitcoin')
      ? {
          sendTransfer: ({ recipient, amount }) =>
            callMethod(unisat, 'sendBitcoin', recipient, Number(amount)),
        }
      : {}),
    listen: (tell) =>
      listenTo(unisat, {
        accountsChanged: (list) =>
          tell(Array.isArray(list) && list.length === 0 ? { isGone: true } : { isUnclear: true }),
        chainChanged: () => tell({ isUnclear: true }),
        networkChanged: () => tell({ isUnclear: true }),
      }),
  }
}

function toNetwork(value: unknown): NetworkName | undefined {
  if (value === 'livenet') return 'mainnet'
  return (Object.keys(chains) as NetworkName[]).find((name) => chains[name] === value || name === value)
}

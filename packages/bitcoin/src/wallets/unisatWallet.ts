import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import type { NetworkName } from '../networks/networkNames.ts'
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
 * Adapts UniSat (`window.unisat`): one address, on the network that is selected in the wallet.
 *
 * @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet
 */
export function unisatWallet(unisat: unknown): BitcoinWallet {
  async function currentNetwork(): Promise<NetworkName | undefined> {
    if (hasMethod(unisat, 'getChain'))
      return toNetwork(readProperty(await callMethod(unisat, 'getChain'), 'enum'))
    // Older versions without `getChain` support only mainnet and testnet.
    return toNetwork(await callMethod(unisat, 'getNetwork'))
  }

  async function toAddresses(list: unknown): Promise<readonly unknown[]> {
    const [address] = readList(list)
    if (address === undefined) return []
    return [{ address, publicKey: await callMethod(unisat, 'getPublicKey').catch(() => undefined) }]
  }

  async function switchTo(network: NetworkName): Promise<void> {
    if (hasMethod(unisat, 'switchChain')) await callMethod(unisat, 'switchChain', chains[network])
    else await callMethod(unisat, 'switchNetwork', network === 'mainnet' ? 'livenet' : network)
    if ((await currentNetwork()) !== network) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unrecognizedChain,
        message: 'The wallet accepted the request but stayed on another network.',
      })
    }
  }

  return {
    networks: () => Object.keys(chains) as NetworkName[],
    async connect({ silent, network }) {
      const list = await callMethod(unisat, silent ? 'getAccounts' : 'requestAccounts')
      const current = await currentNetwork()
      // Switching asks the user, so a silent reconnect must not do it.
      if (silent || current === network) {
        return { addresses: current ? await toAddresses(list) : [], network: current ?? network }
      }
      await switchTo(network)
      return { addresses: await toAddresses(await callMethod(unisat, 'getAccounts')), network }
    },
    async disconnect() {
      if (hasMethod(unisat, 'disconnect')) await callMethod(unisat, 'disconnect')
    },
    async switchNetwork(network) {
      await switchTo(network)
      return toAddresses(await callMethod(unisat, 'getAccounts'))
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
    listen: (onChange) =>
      listenTo(unisat, {
        accountsChanged: (list) =>
          onChange(
            Array.isArray(list) && list.length === 0 ? { isDisconnected: true } : { needsRefresh: true },
          ),
        chainChanged: () => onChange({ needsRefresh: true }),
        networkChanged: () => onChange({ needsRefresh: true }),
      }),
  }
}

function toNetwork(value: unknown): NetworkName | undefined {
  if (value === 'livenet') return 'mainnet'
  return (Object.keys(chains) as NetworkName[]).find((name) => chains[name] === value || name === value)
}

import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { standardNetworks } from '../discovery/standardNetworks.ts'
import type { NetworkName } from '../networks/networkNames.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod } from './callMethod.ts'

/** The names of sighash types in the Wallet Standard, by number. */
const sighashNames: Readonly<Record<number, string | undefined>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/**
 * Adapts a Wallet Standard wallet with `bitcoin:…` features. Each of its accounts lists the chains it belongs to. The
 * wallet has no current network: the page chooses one.
 *
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export function standardWallet(wallet: unknown): BitcoinWallet {
  const feature = (name: string) => readProperty(readProperty(wallet, 'features'), `bitcoin:${name}`)
  const call = (name: string, ...args: unknown[]) => callMethod(feature(name), name, ...args)
  const listAccounts = () => readList(readProperty(wallet, 'accounts'))
  /** The account objects that the wallet returned. Its methods require these objects, not copies. */
  let authorized: readonly unknown[] = []

  function findAccount(address: string): unknown {
    const account = [...listAccounts(), ...authorized].find(
      (entry) => readProperty(entry, 'address') === address,
    )
    if (account) return account
    throw new RpcError({
      rpcCode: rpcErrorCodes.unauthorized,
      message: 'The wallet does not share this account. Connect it first.',
    })
  }

  const filterByNetwork = (accounts: readonly unknown[], network: NetworkName) =>
    accounts.filter((account) => {
      const chains = readList(readProperty(account, 'chains'))
      return chains.length === 0 || chains.includes(`bitcoin:${network}`)
    })

  let current: NetworkName = 'mainnet'
  return {
    networks: () => standardNetworks(wallet),
    async connect({ silent, network }) {
      current = network
      if (!silent) {
        const response = await call('connect', { purposes: ['payment', 'ordinals'] })
        authorized = readList(readProperty(response, 'accounts'))
      }
      const listed = listAccounts()
      return { addresses: filterByNetwork(listed.length > 0 ? listed : authorized, network), network }
    },
    async disconnect() {
      authorized = []
      if (typeof readProperty(feature('disconnect'), 'disconnect') === 'function') await call('disconnect')
    },
    async switchNetwork(network) {
      const listed = listAccounts()
      const addresses = filterByNetwork(listed.length > 0 ? listed : authorized, network)
      if (addresses.length > 0) current = network
      return addresses
    },
    async signMessage({ address, message }) {
      const input = { account: findAccount(address), message: new TextEncoder().encode(message) }
      return readProperty(readList(await call('signMessage', input))[0], 'signature')
    },
    async signPsbt({ psbt, inputs, network }) {
      const inputsToSign = inputs.map(({ address, index, sighashTypes }) => {
        const sigHash = sighashNames[sighashTypes?.[0] ?? -1]
        return { account: findAccount(address), signingIndexes: [index], ...(sigHash ? { sigHash } : {}) }
      })
      const response = await call('signTransaction', { psbt, inputsToSign, chain: `bitcoin:${network}` })
      return readProperty(readList(response)[0], 'signedPsbt')
    },
    listen(onChange) {
      const events = feature('events')
      try {
        const method = readProperty(events, 'on')
        if (typeof method !== 'function') return () => {}
        const listener = (change: unknown) => {
          const listed = readProperty(change, 'accounts')
          if (listed === undefined) return
          const accounts = readList(listed)
          authorized = accounts
          // A multichain wallet that lists only accounts of other chains has disconnected Bitcoin.
          if (accounts.every(isOfOtherChains)) onChange({ isDisconnected: true })
          else onChange({ addresses: filterByNetwork(accounts, current) })
        }
        const unsubscribe: unknown = Reflect.apply(method, events, ['change', listener])
        return typeof unsubscribe === 'function' ? (unsubscribe as () => void) : () => {}
      } catch {
        // The wallet remains usable without events.
        return () => {}
      }
    },
  }
}

function isOfOtherChains(account: unknown): boolean {
  const chains = readList(readProperty(account, 'chains'))
  return (
    chains.length > 0 && !chains.some((chain) => typeof chain === 'string' && chain.startsWith('bitcoin:'))
  )
}

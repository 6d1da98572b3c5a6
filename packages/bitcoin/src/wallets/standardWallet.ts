import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { standardNetworks } from '../discovery/standardNetworks.ts'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinWallet } from './BitcoinWallet.ts'
import { callMethod } from './callMethod.ts'

/** How the kinds of signatures are called there, by their numbers. */
const sighashes: Readonly<Record<number, string | undefined>> = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/**
 * A wallet of the Wallet Standard with the features `bitcoin:…`. It has accounts of several chains at once, each with
 * the chains it is of; where the page is, is the page's choice.
 *
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export function standardWallet(wallet: unknown): BitcoinWallet {
  const feature = (name: string) => readProperty(readProperty(wallet, 'features'), `bitcoin:${name}`)
  const call = (name: string, ...inputs: unknown[]) => callMethod(feature(name), name, ...inputs)
  const shown = () => readList(readProperty(wallet, 'accounts'))
  /** The wallet's own objects, which it wants back. */
  let granted: readonly unknown[] = []

  function accountOf(address: string): unknown {
    const found = [...shown(), ...granted].find((account) => readProperty(account, 'address') === address)
    if (found) return found
    throw new RpcError({
      rpcCode: rpcErrorCodes.unauthorized,
      message: 'The wallet does not share this account. Connect it first.',
    })
  }

  const on = (accounts: readonly unknown[], network: NetworkName) =>
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
        const answer = await call('connect', { purposes: ['payment', 'ordinals'] })
        granted = readList(readProperty(answer, 'accounts'))
      }
      const listed = shown()
      return { addresses: on(listed.length > 0 ? listed : granted, network), network }
    },
    async disconnect() {
      granted = []
      if (typeof readProperty(feature('disconnect'), 'disconnect') === 'function') await call('disconnect')
    },
    async switchNetwork(network) {
      const listed = shown()
      const found = on(listed.length > 0 ? listed : granted, network)
      if (found.length > 0) current = network
      return found
    },
    async signMessage({ address, message }) {
      const input = { account: accountOf(address), message: new TextEncoder().encode(message) }
      return readProperty(readList(await call('signMessage', input))[0], 'signature')
    },
    async signPsbt({ psbt, inputs, network }) {
      const inputsToSign = inputs.map(({ address, index, sighashTypes }) => {
        const sigHash = sighashes[sighashTypes?.[0] ?? -1]
        return { account: accountOf(address), signingIndexes: [index], ...(sigHash ? { sigHash } : {}) }
      })
      const answer = await call('signTransaction', { psbt, inputsToSign, chain: `bitcoin:${network}` })
      return readProperty(readList(answer)[0], 'signedPsbt')
    },
    listen(tell) {
      const events = feature('events')
      try {
        const method = readProperty(events, 'on')
        if (typeof method !== 'function') return () => {}
        const heard = (change: unknown) => {
          const listed = readProperty(change, 'accounts')
          if (listed === undefined) return
          const accounts = readList(listed)
          granted = accounts
          // A wallet for several chains says by the others' accounts alone that Bitcoin's are gone.
          if (accounts.every(isOfOtherChains)) tell({ isGone: true })
          else tell({ addresses: on(accounts, current) })
        }
        const end: unknown = Reflect.apply(method, events, ['change', heard])
        return typeof end === 'function' ? (end as () => void) : () => {}
      } catch {
        // A wallet whose events do not work can still be asked.
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

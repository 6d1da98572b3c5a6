import { parseIcon, parseName, readProperty } from '@portico/protocol'
import { standardNetworks } from './standardNetworks.ts'

/** A Wallet Standard wallet that supports Bitcoin. */
export interface FoundWallet {
  id: string
  name: string
  icon: string | undefined
  walletObject: object
}

/** A wallet must support at least one of these features. */
const signingMethods = ['signMessage', 'signTransaction', 'signAndSendTransaction']

/**
 * Parses a registered wallet. Returns `undefined` if it cannot connect, supports no Bitcoin network or cannot sign.
 * Never throws. Does not keep the feature methods: they are looked up on each call, because wallets may add some later.
 */
export function parseWallet(wallet: object): FoundWallet | undefined {
  const name = parseName(readProperty(wallet, 'name'))
  const features = readProperty(wallet, 'features')
  const has = (method: string) =>
    typeof readProperty(readProperty(features, `bitcoin:${method}`), method) === 'function'
  if (!name || standardNetworks(wallet).length === 0 || !has('connect') || !signingMethods.some(has))
    return undefined
  // The Wallet Standard identifies wallets by name.
  return { id: name, name, icon: parseIcon(readProperty(wallet, 'icon')), walletObject: wallet }
}

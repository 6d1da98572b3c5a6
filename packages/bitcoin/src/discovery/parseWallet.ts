import { parseIcon, parseName, readProperty } from '@portico/protocol'
import { standardNetworks } from './standardNetworks.ts'

/** A wallet of the Wallet Standard that can do something on Bitcoin. */
export interface FoundWallet {
  id: string
  name: string
  icon: string | undefined
  home: object
}

/** What makes a wallet worth listing; any one of them. */
const signing = ['signMessage', 'signTransaction', 'signAndSendTransaction']

/**
 * Reads a registered wallet. `undefined` for one that cannot connect, knows no network of Bitcoin or signs nothing there;
 * never throws. Its functions are looked up again when they are called, as wallets add some later.
 */
export function parseWallet(wallet: object): FoundWallet | undefined {
  const name = parseName(readProperty(wallet, 'name'))
  const features = readProperty(wallet, 'features')
  const has = (method: string) =>
    typeof readProperty(readProperty(features, `bitcoin:${method}`), method) === 'function'
  if (!name || standardNetworks(wallet).length === 0 || !has('connect') || !signing.some(has))
    return undefined
  // The Wallet Standard knows wallets by their names.
  return { id: name, name, icon: parseIcon(readProperty(wallet, 'icon')), home: wallet }
}

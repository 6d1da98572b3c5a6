import { parseIcon, parseName, readProperty } from '@portico/protocol'
import { readList } from './readList.ts'

/** A wallet of the Wallet Standard that can do something on Solana. */
export interface FoundWallet {
  id: string
  name: string
  icon: string | undefined
  wallet: object
}

/** What makes a wallet worth listing; any one of them. */
const signing = ['signIn', 'signMessage', 'signTransaction', 'signAndSendTransaction']

/**
 * Reads a registered wallet. `undefined` for one that cannot connect, knows no chain of Solana or signs nothing there;
 * never throws. Its functions are looked up again when they are called, as wallets add some later.
 */
export function parseWallet(wallet: object): FoundWallet | undefined {
  const name = parseName(readProperty(wallet, 'name'))
  if (!name || readChains(wallet).length === 0 || !readMethod(wallet, 'standard:connect', 'connect'))
    return undefined
  if (!signing.some((method) => readMethod(wallet, `solana:${method}`, method))) return undefined
  // The Wallet Standard knows wallets by their names.
  return { id: name, name, icon: parseIcon(readProperty(wallet, 'icon')), wallet }
}

/** The chains of Solana a wallet or an account lists. */
export function readChains(holder: unknown): string[] {
  return readList(readProperty(holder, 'chains')).filter(
    (chain): chain is string => typeof chain === 'string' && chain.startsWith('solana:'),
  )
}

/** A function of a feature, bound to it; `undefined` where the wallet does not offer it. */
export function readMethod(
  wallet: object,
  feature: string,
  name: string,
): ((...inputs: unknown[]) => unknown) | undefined {
  const home = readProperty(readProperty(wallet, 'features'), feature)
  const method = readProperty(home, name)
  return typeof method === 'function' ? (...inputs) => Reflect.apply(method, home, inputs) : undefined
}

import { parseIcon, parseName, readProperty } from '@portico/protocol'
import { readList } from './readList.ts'

/** A Wallet Standard wallet that can sign on Solana. */
export interface FoundWallet {
  id: string
  name: string
  icon: string | undefined
  wallet: object
}

/** A wallet is listed if it has at least one of these features. */
const signingFeatures = ['signIn', 'signMessage', 'signTransaction', 'signAndSendTransaction']

/**
 * Parses a registered wallet. Returns `undefined` if it cannot connect, supports no Solana chain or cannot sign there.
 * Never throws. Features are looked up again when they are called, because wallets may add some later.
 */
export function parseWallet(wallet: object): FoundWallet | undefined {
  const name = parseName(readProperty(wallet, 'name'))
  if (!name || readChains(wallet).length === 0 || !readMethod(wallet, 'standard:connect', 'connect'))
    return undefined
  if (!signingFeatures.some((method) => readMethod(wallet, `solana:${method}`, method))) return undefined
  // In the Wallet Standard, the name identifies a wallet.
  return { id: name, name, icon: parseIcon(readProperty(wallet, 'icon')), wallet }
}

/** Returns the Solana chains that a wallet or an account lists. */
export function readChains(holder: unknown): string[] {
  return readList(readProperty(holder, 'chains')).filter(
    (chain): chain is string => typeof chain === 'string' && chain.startsWith('solana:'),
  )
}

/** Returns a function of a wallet feature, bound to the feature, or `undefined` if the wallet does not have it. */
export function readMethod(
  wallet: object,
  feature: string,
  name: string,
): ((...inputs: unknown[]) => unknown) | undefined {
  const featureObject = readProperty(readProperty(wallet, 'features'), feature)
  const method = readProperty(featureObject, name)
  return typeof method === 'function'
    ? (...inputs) => Reflect.apply(method, featureObject, inputs)
    : undefined
}

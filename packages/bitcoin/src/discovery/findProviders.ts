import { parseIcon, readProperty } from '@portico/protocol'
import { readList } from '../parsing/readList.ts'
import type { WalletKind } from '../wallets/WalletKind.ts'

/** A wallet found on `window`. */
export interface FoundProvider {
  id: Exclude<WalletKind, 'standard'>
  name: string
  icon: string | undefined
  /** The object passed to the wallet adapter. */
  walletObject: object
}

interface InjectionPoint {
  id: FoundProvider['id']
  name: string
  /** The property path from `window` to the object passed to the wallet adapter. */
  path: readonly string[]
  /** The property of that object which must have `method`, if not the object itself. */
  member?: string | undefined
  method: string
  /** A flag that must be `true`. */
  flag?: string | undefined
}

// Wallet-specific paths come first: other wallets also inject themselves at the later, generic paths.
const injectionPoints: readonly InjectionPoint[] = [
  { id: 'xverse', name: 'Xverse', path: ['XverseProviders', 'BitcoinProvider'], method: 'request' },
  { id: 'okx', name: 'OKX Wallet', path: ['okxwallet'], member: 'bitcoin', method: 'connect' },
  {
    id: 'phantom',
    name: 'Phantom',
    path: ['phantom', 'bitcoin'],
    method: 'requestAccounts',
    flag: 'isPhantom',
  },
  { id: 'leather', name: 'Leather', path: ['LeatherProvider'], method: 'request' },
  { id: 'unisat', name: 'UniSat', path: ['unisat'], method: 'requestAccounts' },
]

/** Flags that identify a wallet even when it is injected at another wallet's path. */
const walletFlags = [
  'isOkxWallet',
  'isOKExWallet',
  'isBitKeep',
  'isBitgetWallet',
  'isTokenPocket',
  'isPhantom',
  'isXverse',
  'isMagicEden',
]

/**
 * Finds the Bitcoin wallets injected into a window. An object found at two paths is listed once. An object with another
 * wallet's flag is not listed. Never throws.
 */
export function findProviders(target: unknown): FoundProvider[] {
  const seen = new Set<unknown>()
  return injectionPoints.flatMap(({ id, name, path, member, method, flag }) => {
    const walletObject = path.reduce<unknown>(readProperty, target)
    const object = member === undefined ? walletObject : readProperty(walletObject, member)
    if (!isObject(walletObject) || seen.has(object) || typeof readProperty(object, method) !== 'function')
      return []
    if (flag === undefined ? hasForeignFlag(object, id) : readProperty(object, flag) !== true) return []
    seen.add(object)
    return [{ id, name, icon: findIcon(target, path), walletObject }]
  })
}

function hasForeignFlag(object: unknown, id: string): boolean {
  return walletFlags.some((flag) => !flag.toLowerCase().includes(id) && readProperty(object, flag) === true)
}

/** Finds the icon in `btc_providers` (WBIP004), where wallets list the path to their provider and an icon. */
function findIcon(target: unknown, path: readonly string[]): string | undefined {
  const listed = readList(readProperty(target, 'btc_providers'))
  const entry = listed.find((candidate) => readProperty(candidate, 'id') === path.join('.'))
  return parseIcon(readProperty(entry, 'icon'))
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

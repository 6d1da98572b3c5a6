import { parseIcon, readProperty } from '@portico/protocol'
import { readList } from '../parsing/readList.ts'
import type { WalletKind } from '../wallets/WalletKind.ts'

/** A wallet found in its own place on `window`. */
export interface FoundProvider {
  id: Exclude<WalletKind, 'standard'>
  name: string
  icon: string | undefined
  /** What its adapter works with. */
  home: object
}

interface Place {
  id: FoundProvider['id']
  name: string
  /** The way from `window` to what the adapter works with. */
  path: readonly string[]
  /** From there to what must have the method. */
  member?: string | undefined
  method: string
  /** A flag that it must carry. */
  flag?: string | undefined
}

// Those in a place of their own come first: others put themselves into the places below as well.
const places: readonly Place[] = [
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

/** Flags by which wallets say who they are in somebody else's place. */
const impostors = [
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
 * The Bitcoin wallets on a window, each by its own place, never by who came first: an object that stands in two places is
 * listed once, and one that carries another's flag not at all. Never throws.
 */
export function findProviders(target: unknown): FoundProvider[] {
  const seen = new Set<unknown>()
  return places.flatMap(({ id, name, path, member, method, flag }) => {
    const home = path.reduce<unknown>(readProperty, target)
    const object = member === undefined ? home : readProperty(home, member)
    if (!isObject(home) || seen.has(object) || typeof readProperty(object, method) !== 'function') return []
    if (flag === undefined ? isImpostor(object, id) : readProperty(object, flag) !== true) return []
    seen.add(object)
    return [{ id, name, icon: findIcon(target, path), home }]
  })
}

function isImpostor(object: unknown, id: string): boolean {
  return impostors.some((flag) => !flag.toLowerCase().includes(id) && readProperty(object, flag) === true)
}

/** WBIP004: wallets list themselves with the way to their provider and a picture. */
function findIcon(target: unknown, path: readonly string[]): string | undefined {
  const listed = readList(readProperty(target, 'btc_providers'))
  const entry = listed.find((one) => readProperty(one, 'id') === path.join('.'))
  return parseIcon(readProperty(entry, 'icon'))
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

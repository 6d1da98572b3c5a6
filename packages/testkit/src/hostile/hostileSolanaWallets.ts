import { pageWindow } from '../evm/pageWindow.ts'
import { createSolanaWallet, type SolanaWallet } from '../solana/createSolanaWallet.ts'
import { announceStandardWallet } from '../walletStandard/announceStandardWallet.ts'
import { garbageErrors } from './garbageErrors.ts'
import { hostileIcons } from './hostileIcons.ts'
import { hostileNames } from './hostileNames.ts'

/** A Wallet Standard wallet that misbehaves, and the honest wallet it is built on. */
export type HostileSolanaWallet = {
  readonly wallet: object
  readonly honest: SolanaWallet
  announce(target?: EventTarget | undefined): () => void
}

type Feature = { version: string; [method: string]: unknown }

/**
 * Creates a hostile Solana wallet from an honest one.
 *
 * @example
 * import { hostileSolanaWallet } from '@portico/testkit/hostile'
 * hostileSolanaWallet({ members: { chains: undefined } }).announce()
 */
export function hostileSolanaWallet({
  members = {},
  methods = {},
  without = [],
  honest = createSolanaWallet({ authorized: true, origin: 'http://localhost' }),
}: {
  /** Members of the wallet to replace; a function is a getter. */
  members?: Readonly<Record<string, unknown>> | undefined
  /** Functions to replace, by feature: `{ 'solana:signMessage': async () => null }`. */
  methods?: Readonly<Record<string, unknown>> | undefined
  /** Features to remove. */
  without?: readonly string[] | undefined
  honest?: SolanaWallet | undefined
} = {}): HostileSolanaWallet {
  const features: Record<string, unknown> = {}
  for (const [name, feature] of Object.entries(honest.wallet.features) as [string, Feature][]) {
    if (without.includes(name)) continue
    const method = name === 'standard:events' ? 'on' : name.slice(name.indexOf(':') + 1)
    features[name] = name in methods ? { ...feature, [method]: methods[name] } : feature
  }
  const wallet = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries({
        version: '1.0.0',
        name: honest.wallet.name,
        icon: honest.wallet.icon,
        chains: () => honest.wallet.chains,
        features,
        accounts: () => honest.wallet.accounts,
        ...members,
      }).map(([key, value]) => [
        key,
        typeof value === 'function' ? { get: value as () => unknown } : { value, enumerable: true },
      ]),
    ),
  )
  return {
    wallet,
    honest,
    announce: (target: EventTarget = pageWindow()) =>
      announceStandardWallet({ wallet: wallet as SolanaWallet['wallet'], target }),
  }
}

const fail = () => {
  throw new Error('touched')
}
const bytes = (size: number) => new Uint8Array(size).fill(1)
const throwing = new Proxy([], { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail })

/** Invalid Solana account lists, by what is wrong with them. */
export const garbageSolanaAccounts: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  text: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  'an object': { 0: { address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96' }, length: 1 },
  'a list that throws': throwing,
  'entries that are none': [null, undefined, 1, 'text', [], {}],
  'an entry that throws': [new Proxy({}, { get: fail })],
  'an address of Ethereum': [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  'letters of no alphabet': [{ address: '0OIl'.repeat(11) }],
  '31 bytes': [{ address: '1'.repeat(31) }],
  '33 bytes': [{ address: '2'.repeat(45) }],
  'a megabyte': [{ address: '1'.repeat(1_000_000) }],
  'a key and no address': [{ publicKey: bytes(32) }],
}

const garbageSignatures: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  nothing: [],
  'an empty object': [{}],
  '63 bytes': [{ signature: bytes(63) }],
  '65 bytes': [{ signature: bytes(65) }],
  base58: [{ signature: '1'.repeat(64) }],
  numbers: [{ signature: Array.from(bytes(64)) }],
  'a list that throws': throwing,
  'an entry that throws': [new Proxy({}, { get: fail })],
}

const garbageTransactions: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  nothing: [],
  'no bytes': [{ signedTransaction: 'AQ==' }],
  'bytes that are none': [{ signedTransaction: bytes(200) }],
  'a megabyte': [{ signedTransaction: bytes(1_000_000) }],
  'an entry that throws': [new Proxy({}, { get: fail })],
}

type Factory = () => HostileSolanaWallet
const always = (value: unknown) => async () => value

/**
 * All hostile Solana wallets, by what they do, for tests that must pass with each of them.
 *
 * @example
 * import { hostileSolanaWallets } from '@portico/testkit/hostile'
 * import { test } from 'vitest'
 *
 * test.each(Object.entries(hostileSolanaWallets))('the page survives a wallet that %s', (_, createWallet) => {
 *   createWallet().announce()
 * })
 */
export const hostileSolanaWallets: Readonly<Record<string, Factory>> = {
  ...each(
    'answers standard:connect with',
    garbageSolanaAccounts,
    (accounts) => () =>
      hostileSolanaWallet({ methods: { 'standard:connect': always({ accounts }) }, members: { accounts } }),
  ),
  ...each(
    'answers solana:signMessage with',
    garbageSignatures,
    (answer) => () =>
      hostileSolanaWallet({ methods: { 'solana:signMessage': always(answer) }, without: ['solana:signIn'] }),
  ),
  ...each(
    'answers solana:signIn with',
    garbageSignatures,
    (answer) => () => hostileSolanaWallet({ methods: { 'solana:signIn': always(answer) } }),
  ),
  ...each(
    'answers solana:signTransaction with',
    garbageTransactions,
    (answer) => () => hostileSolanaWallet({ methods: { 'solana:signTransaction': always(answer) } }),
  ),
  ...each(
    'answers solana:signAndSendTransaction with',
    garbageSignatures,
    (answer) => () => hostileSolanaWallet({ methods: { 'solana:signAndSendTransaction': always(answer) } }),
  ),
  ...each('throws', garbageErrors, (thrown) => () => {
    const rejects = async () => {
      throw thrown
    }
    return hostileSolanaWallet({
      methods: {
        'standard:connect': rejects,
        'standard:disconnect': rejects,
        'solana:signIn': rejects,
        'solana:signMessage': rejects,
        'solana:signTransaction': rejects,
        'solana:signAndSendTransaction': rejects,
      },
    })
  }),
  ...each('has a name:', hostileNames, (name) => () => hostileSolanaWallet({ members: { name } })),
  ...each('has an icon:', hostileIcons, (icon) => () => hostileSolanaWallet({ members: { icon } })),
  ...each(
    'throws when asked for its',
    { name: 1, icon: 1, chains: 1, features: 1, accounts: 1 },
    (_, member) => () => hostileSolanaWallet({ members: { [member]: fail } }),
  ),
  ...each(
    'has chains:',
    { none: [], text: 'solana:devnet', others: ['bitcoin:mainnet', 1, null], throwing },
    (chains) => () => hostileSolanaWallet({ members: { chains } }),
  ),
  'throws at every touch': () => {
    const wallet = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail })
    return {
      wallet,
      honest: createSolanaWallet(),
      announce: (target = pageWindow()) =>
        announceStandardWallet({ wallet: wallet as SolanaWallet['wallet'], target }),
    }
  },
  'throws at once': () =>
    hostileSolanaWallet({ methods: { 'standard:connect': fail, 'solana:signMessage': fail } }),
  'never answers': () => {
    const never = () => new Promise(() => undefined)
    return hostileSolanaWallet({ methods: { 'standard:disconnect': never } })
  },
  'has no events': () => hostileSolanaWallet({ without: ['standard:events'] }),
  'has events that throw': () => hostileSolanaWallet({ methods: { 'standard:events': fail } }),
  'cannot connect': () => hostileSolanaWallet({ without: ['standard:connect'] }),
  'signs transactions alone': () =>
    hostileSolanaWallet({
      without: ['solana:signIn', 'solana:signMessage', 'solana:signAndSendTransaction'],
    }),
  'signs nothing': () =>
    hostileSolanaWallet({
      without: [
        'solana:signIn',
        'solana:signMessage',
        'solana:signTransaction',
        'solana:signAndSendTransaction',
      ],
    }),
}

function each<Value>(
  verb: string,
  collection: Readonly<Record<string, Value>>,
  create: (value: Value, name: string) => Factory,
): Record<string, Factory> {
  return Object.fromEntries(
    Object.entries(collection).map(([name, value]) => [`${verb} ${name}`, create(value, name)]),
  )
}

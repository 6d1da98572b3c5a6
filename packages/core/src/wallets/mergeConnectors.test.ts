import type { NamespaceId } from '@portico/protocol'
import { describe, expect, test } from 'vitest'
import type { ConnectorDetails } from '../connectors/connector.ts'
import { mergeConnectors } from './mergeConnectors.ts'

type Short = readonly [NamespaceId, string, Partial<ConnectorDetails>?]
const toDetails = ([namespace, id, more]: Short): ConnectorDetails => ({
  ...{ id, name: id, type: 'ANNOUNCED', namespace },
  ...more,
})
/** Formats the wallets as text: `type id: namespaces`. */
const merged = (connectors: readonly Short[], namespace?: NamespaceId) =>
  mergeConnectors(connectors.map(toDetails), namespace).map(
    ({ type, id, members }) => `${type} ${id}: ${members.map((member) => member.namespace).join(' ')}`,
  )
const three = [
  ['eip155', 'io.poly', { name: 'Polyglot', rdns: 'io.poly' }],
  ['solana', 'Polyglot'],
  ['bip122', 'Polyglot'],
] as const satisfies readonly Short[]

describe('mergeConnectors', () => {
  test.each<[string, readonly Short[], readonly string[]]>([
    ['nothing', [], []],
    ['a single connector', [['eip155', 'a']], ['ANNOUNCED a: eip155']],
    [
      'the same ID',
      [
        ['solana', 'a', { name: 'One' }],
        ['bip122', 'a', { name: 'Two' }],
      ],
      ['MULTI_CHAIN a: solana bip122'],
    ],
    [
      'the same rdns',
      [
        ['eip155', 'a', { rdns: 'io.a' }],
        ['solana', 'b', { rdns: 'io.a' }],
      ],
      ['MULTI_CHAIN a: eip155 solana'],
    ],
    [
      'the same explorer ID',
      [
        ['eip155', 'a', { explorerId: 'f0' }],
        ['bip122', 'b', { explorerId: 'f0' }],
      ],
      ['MULTI_CHAIN a: eip155 bip122'],
    ],
    [
      'the same name, ignoring case and surrounding space',
      [
        ['eip155', 'a', { name: ' PolyGlot' }],
        ['solana', 'b', { name: 'polyglot ' }],
      ],
      ['MULTI_CHAIN a: eip155 solana'],
    ],
    ['all three', three, ['MULTI_CHAIN io.poly: eip155 solana bip122']],
    [
      'names that differ in an inner space are different',
      [
        ['eip155', 'a', { name: 'Poly Glot' }],
        ['solana', 'b', { name: 'Polyglot' }],
      ],
      ['ANNOUNCED a: eip155', 'ANNOUNCED b: solana'],
    ],
    [
      'missing rdns and explorer ID and empty names do not match',
      [
        ['eip155', 'a', { name: ' ' }],
        ['solana', 'b', { name: '' }],
      ],
      ['ANNOUNCED a: eip155', 'ANNOUNCED b: solana'],
    ],
    [
      'two of the same namespace stay separate, and the third joins the first',
      [
        ['eip155', 'a', { name: 'Same' }],
        ['eip155', 'b', { name: 'Same' }],
        ['solana', 'c', { name: 'Same' }],
      ],
      ['MULTI_CHAIN a: eip155 solana', 'ANNOUNCED b: eip155'],
    ],
    [
      'the rdns has precedence over the name of an impostor, even if it comes first',
      [
        ['eip155', 'a', { name: 'Fox', rdns: 'io.fox' }],
        ['solana', 'thief', { name: 'Fox' }],
        ['solana', 'b', { name: 'Fox', rdns: 'io.fox' }],
      ],
      ['MULTI_CHAIN a: eip155 solana', 'ANNOUNCED thief: solana'],
    ],
    [
      'matched by different properties through a third connector',
      [
        ['eip155', 'a', { name: 'Fox', rdns: 'io.fox' }],
        ['solana', 'b', { name: 'Fox Wallet', rdns: 'io.fox' }],
        ['bip122', 'c', { name: 'fox wallet' }],
      ],
      ['MULTI_CHAIN a: eip155 solana bip122'],
    ],
    [
      'WalletConnect and the embedded wallet are not merged',
      [
        ['eip155', 'walletConnect', { type: 'WALLET_CONNECT' }],
        ['solana', 'walletConnect', { type: 'WALLET_CONNECT' }],
        ['eip155', 'auth', { type: 'AUTH' }],
        ['solana', 'auth', { type: 'AUTH' }],
      ],
      [
        'WALLET_CONNECT walletConnect: eip155',
        'WALLET_CONNECT walletConnect: solana',
        'AUTH auth: eip155',
        'AUTH auth: solana',
      ],
    ],
  ])('behavior: %s', (_, connectors, expected) => {
    expect(merged(connectors)).toEqual(expected)
  })

  test('behavior: a wallet has the name of its first connector, and the icon of the first that has one', () => {
    const [wallet] = mergeConnectors([
      toDetails(three[0]),
      { ...toDetails(three[1]), icon: 'data:image/png;base64,AA', explorerId: 'f0' },
    ])
    expect(wallet).toMatchObject({
      ...{ id: 'io.poly', name: 'Polyglot', rdns: 'io.poly', explorerId: 'f0', type: 'MULTI_CHAIN' },
      ...{ icon: 'data:image/png;base64,AA' },
    })
    expect(wallet?.members[1]).toMatchObject({ id: 'Polyglot', namespace: 'solana', type: 'ANNOUNCED' })
  })

  test('param: namespace returns wallets of that namespace, each with its connector there', () => {
    const others: readonly Short[] = [
      ['eip155', 'only'],
      ['solana', 'Ghost'],
    ]
    expect(merged([...three, ...others], 'solana')).toEqual([
      'ANNOUNCED Polyglot: solana',
      'ANNOUNCED Ghost: solana',
    ])
    const [wallet] = mergeConnectors(three.map(toDetails), 'solana')
    // The reverse domain name is kept, so that it is found among the recent wallets.
    expect(wallet?.rdns).toBe('io.poly')
  })
})

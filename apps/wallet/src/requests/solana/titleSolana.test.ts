import { afterEach, expect, test } from 'vitest'
import { showLanguage } from '../../language/language.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import { titleSolana } from './titleSolana.ts'

const facts = { tokens: new Map() } as unknown as SolanaFacts
const unknown: OwnEffect = { type: 'unknown', program: 'p', isSigned: true }
const giveAway: OwnEffect = { type: 'giveAway', what: 'nonceAccount', account: 'a', to: 'b' }
const send = (address: string): OwnEffect => ({
  type: 'send',
  asset: { kind: 'coin', amount: 500_000_000n },
  to: { address, isProven: true },
})

afterEach(() => showLanguage({ tag: 'en', groups: {} }))

test('behavior: a title is a list of whole clauses, with the plural form of what is counted', () => {
  expect(titleSolana([unknown], facts, undefined)).toBe('Unknown instruction')
  expect(titleSolana([unknown, unknown], facts, undefined)).toBe('2 unknown instructions')
  expect(titleSolana([giveAway, send('b')], facts, undefined)).toBe(
    'Hand over a nonce account and send 0.5 SOL',
  )
  expect(titleSolana([send('b'), send('c'), unknown], facts, undefined)).toBe(
    'Send 1 SOL to 2 recipients, with an unknown instruction',
  )
})

test('behavior: the clauses of another language are joined and begin as it does', () => {
  const approve = {
    'solana.titles.handOver.nonceAccount': 'ibrişim ver',
    'solana.titles.withUnknown': { plural: 'count', one: '{title} [{count}]', other: '{title} [{count}]' },
  }
  showLanguage({ tag: 'tr', groups: { approve } })
  expect(titleSolana([giveAway, unknown], facts, undefined)).toBe('İbrişim ver [1]')
})

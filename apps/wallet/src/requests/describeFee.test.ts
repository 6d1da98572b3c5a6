import { describe, expect, test } from 'vitest'
import { describeFee, feeNotes, labelPayment } from './describeFee.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

const token = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const facts = (price: number | undefined): TransactionFacts => ({
  ...{ simulation: undefined, areContracts: [], recipients: [] },
  coin: { symbol: 'ETH', price: 2000, balance: 0n },
  tokens: new Map([
    [token.toLowerCase(), { symbol: 'DUSD', decimals: 6, kind: 'erc20', price, balance: 10n ** 9n }],
  ]),
})
const pay = (amount: bigint) => ({ by: 'token', token, amount, collector: token, expiresAt: 0 }) as const
/** 0.0001 ETH, or $0.20. */
const cost = 10n ** 14n
const of = (payment: Parameters<typeof describeFee>[0]['payment'], price: number | undefined = 1) => ({
  ...{ payment, cost, facts: facts(price), chainId: 'eip155:1' },
})

describe('describeFee', () => {
  test('behavior: says who pays, and how much', () => {
    expect(describeFee(of({ by: 'coins' }))).toEqual({ label: 'Fee, at most', value: '0.0001 ETH · $0.20' })
    expect(describeFee(of({ by: 'sponsor', name: 'Shop' }))).toEqual({ label: 'Fee', value: 'Paid by Shop' })
    expect(describeFee(of(pay(50_000n)))).toEqual({ label: 'Fee', value: '0.05 DUSD · $0.05' })
    expect(describeFee({ ...of(pay(50_000n)), facts: facts(undefined) }).value).toBe(
      '0.05 DUSD · price unknown',
    )
    expect(describeFee(of({ by: 'sponsor', name: 'x'.repeat(41) })).value).toBe(`Paid by ${'x'.repeat(40)}…`)
    expect([labelPayment({ by: 'coins' }, facts(1)), labelPayment(pay(1n), facts(1))]).toEqual([
      'Pay with ETH',
      'Pay with DUSD',
    ])
  })

  test.each([
    ['five times the fee in coins', 1_000_000n, 1, []],
    ['more than that', 1_000_001n, 1, ['The fee is more than 5 times what the network charges.']],
    ['more than that of a token without a price', 1_000_001n, undefined, []],
  ])('behavior: %s', (_, amount, price, expected) => {
    const notes = feeNotes({ ...of(pay(amount)), facts: facts(price) }, { notPaidBy: undefined })
    expect(notes.map(({ text }) => text)).toEqual(expected)
    expect(notes.every(({ level }) => level === 'danger')).toBe(true)
  })

  test('behavior: a fee above $50 is a danger, and a project that does not pay is said', () => {
    const dear = { ...of(pay(51_000_000n)), cost: 10n ** 17n }
    expect(feeNotes(dear, { notPaidBy: 'Shop' })).toEqual([
      { level: 'note', text: 'Shop does not pay the fee of this transaction: you pay it.' },
      { level: 'danger', text: 'The fee is more than $50.' },
    ])
  })
})

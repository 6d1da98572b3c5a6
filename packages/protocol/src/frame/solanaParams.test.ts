import { describe, expect, test } from 'vitest'
import { solanaParams } from './solanaParams.ts'

const { solana_signAndSendTransaction, solana_signAllTransactions, solana_signMessage } = solanaParams

describe('solanaParams', () => {
  test('param: options are passed on, with every name of a commitment', () => {
    for (const preflightCommitment of [
      'processed',
      'confirmed',
      'finalized',
      'recent',
      'single',
      'singleGossip',
      'root',
      'max',
    ]) {
      const options = { skipPreflight: true, preflightCommitment, maxRetries: 0, minContextSlot: 7 }
      const params = { transaction: 'AQ==', options }
      expect(solana_signAndSendTransaction.parse(params)).toEqual(params)
    }
    expect(solana_signAndSendTransaction.parse({ transaction: 'AQ==' })).toEqual({ transaction: 'AQ==' })
  })

  test('param: a transaction of the most bytes fits in base64 and base58', () => {
    for (const [length, isValid] of [
      [1683, true],
      [1684, false],
    ] as const)
      expect(solana_signAndSendTransaction.safeParse({ transaction: 'z'.repeat(length) }).success).toBe(
        isValid,
      )
  })

  test('error: unknown commitments, numbers below 0, lists without or with too many transactions, long texts', () => {
    const isValid = (options: object) =>
      solana_signAndSendTransaction.safeParse({ transaction: 'AQ==', options }).success
    expect(isValid({ preflightCommitment: 'soon' })).toBe(false)
    expect(isValid({ maxRetries: -1 })).toBe(false)
    expect(isValid({ minContextSlot: 0.5 })).toBe(false)
    expect(solana_signAllTransactions.safeParse({ transactions: [] }).success).toBe(false)
    expect(solana_signAllTransactions.safeParse({ transactions: Array(21).fill('AQ==') }).success).toBe(false)
    expect(solana_signMessage.safeParse({ message: '2'.repeat(10_001), pubkey: '1' }).success).toBe(false)
    expect(solana_signMessage.safeParse({ message: '2' }).success).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { describeSolanaTransaction } from './describeSolanaTransaction.ts'
import type { SolanaTransaction } from './solanaSchemas.ts'

const owner = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
const pool = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const ownTokenAccount = '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE'
const coinVault = 'DQyrAcCrDXQ7NeoqGgDCZwBvWDcYmFCjSb9JtteuvPpz'
const tokenVault = 'HLmqeL62xR1QoZ1HKKbXRrdN1p3phKpxRMb2VVopvBBz'
const coin = 'So11111111111111111111111111111111111111112'
const dollar = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const fee = 5000n
const rent = 2_039_280n
const sol = 1_000_000_000n

type TokenAccount = {
  key: string
  owner: string
  mint: string
  lamports: [bigint, bigint]
  amount: [bigint, bigint]
}

/** Creates a transaction paid for by the owner, from the balances before and after it. */
function transactionOf(lamports: [bigint, bigint], tokenAccounts: TokenAccount[]): SolanaTransaction {
  const rows = (side: 0 | 1) =>
    tokenAccounts.flatMap(({ owner, mint, amount, lamports }, index) =>
      lamports[side] === 0n
        ? []
        : {
            accountIndex: index + 1,
            mint,
            owner,
            uiTokenAmount: { amount: `${amount[side]}`, decimals: mint === coin ? 9 : 6 },
          },
    )
  return {
    slot: 1,
    meta: {
      err: null,
      fee,
      preBalances: [lamports[0], ...tokenAccounts.map((account) => account.lamports[0])],
      postBalances: [lamports[1], ...tokenAccounts.map((account) => account.lamports[1])],
      preTokenBalances: rows(0),
      postTokenBalances: rows(1),
    },
    transaction: {
      message: {
        accountKeys: [
          { pubkey: owner, signer: true },
          ...tokenAccounts.map(({ key }) => ({ pubkey: key, signer: false })),
        ],
      },
    },
  }
}

const dollars = (own: [bigint, bigint], others: [bigint, bigint]): TokenAccount[] => [
  { key: ownTokenAccount, owner, mint: dollar, lamports: [rent, rent], amount: own },
  { key: tokenVault, owner: pool, mint: dollar, lamports: [rent, rent], amount: others },
]

describe('describeSolanaTransaction', () => {
  test('behavior: SOL sold to a pool, which holds it wrapped, is an outgoing transfer', () => {
    const transaction = transactionOf(
      [10n * sol, 9n * sol - fee],
      [
        ...dollars([0n, 150_000_000n], [900_000_000n, 750_000_000n]),
        {
          key: coinVault,
          owner: pool,
          mint: coin,
          lamports: [rent + 5n * sol, rent + 6n * sol],
          amount: [5n * sol, 6n * sol],
        },
      ],
    )
    expect(describeSolanaTransaction({ transaction, account: owner })).toEqual({
      operationType: 'trade',
      isOwn: true,
      movements: [
        { mint: dollar, amount: 150_000_000n, decimals: 6, direction: 'in' },
        { mint: undefined, amount: sol, decimals: 9, direction: 'out' },
      ],
      sentFrom: owner,
      sentTo: '',
    })
  })

  test('behavior: SOL bought from a pool is an incoming transfer', () => {
    const transaction = transactionOf(
      [10n * sol, 11n * sol - fee],
      [
        ...dollars([150_000_000n, 0n], [750_000_000n, 900_000_000n]),
        {
          key: coinVault,
          owner: pool,
          mint: coin,
          lamports: [rent + 6n * sol, rent + 5n * sol],
          amount: [6n * sol, 5n * sol],
        },
      ],
    )
    const { operationType, movements } = describeSolanaTransaction({ transaction, account: owner })
    expect(operationType).toBe('trade')
    expect(movements).toContainEqual({ mint: undefined, amount: sol, decimals: 9, direction: 'in' })
  })

  test('behavior: wrapping moves equal amounts in and out; the rent of the token account is no transfer', () => {
    const tokenAccount: TokenAccount = {
      key: ownTokenAccount,
      owner,
      mint: coin,
      lamports: [0n, rent + sol],
      amount: [0n, sol],
    }
    const transaction = transactionOf([10n * sol, 9n * sol - rent - fee], [tokenAccount])
    const { movements } = describeSolanaTransaction({ transaction, account: owner })
    expect(movements).toEqual([
      { mint: coin, amount: sol, decimals: 9, direction: 'in' },
      { mint: undefined, amount: sol, decimals: 9, direction: 'out' },
    ])
  })

  test('behavior: neither the fee nor the rent of a token account is a transfer', () => {
    const tokenAccount: TokenAccount = {
      key: ownTokenAccount,
      owner,
      mint: dollar,
      lamports: [0n, rent],
      amount: [0n, 7n],
    }
    const transaction = transactionOf([10n * sol, 10n * sol - rent - fee], [tokenAccount])
    const { operationType, movements } = describeSolanaTransaction({ transaction, account: owner })
    expect(operationType).toBe('mint')
    expect(movements).toEqual([{ mint: dollar, amount: 7n, decimals: 6, direction: 'in' }])
  })

  test.each([
    ['sends', [0n, 9n]],
    ['burns', [0n, 0n]],
  ] as const)('behavior: what another one %s of an account is no payment of it', (_, [before, after]) => {
    // The permanent delegate of a token (Token-2022) signs instead of the owner.
    const { meta, transaction } = transactionOf([sol, sol - fee], dollars([9n, 0n], [before, after]))
    const accountKeys = transaction.message.accountKeys.map((key, index) =>
      index === 0 ? { pubkey: coinVault, signer: true } : key,
    )
    const foreign = { slot: 1, meta, transaction: { message: { accountKeys } } }
    expect(describeSolanaTransaction({ transaction: foreign, account: owner })).toEqual({
      operationType: 'execute',
      isOwn: false,
      movements: [{ mint: dollar, amount: 9n, decimals: 6, direction: 'out' }],
      sentFrom: coinVault,
      sentTo: '',
    })
  })

  test('behavior: an account that signs for another who pays the fee has signed itself', () => {
    const { meta, transaction } = transactionOf([sol, sol - fee], dollars([9n, 0n], [0n, 9n]))
    const accountKeys = [
      { pubkey: coinVault, signer: true },
      ...transaction.message.accountKeys.slice(1),
      { pubkey: owner, signer: true },
    ]
    const sponsored = { slot: 1, meta, transaction: { message: { accountKeys } } }
    expect(describeSolanaTransaction({ transaction: sponsored, account: owner })).toMatchObject({
      operationType: 'send',
      isOwn: true,
      sentTo: pool,
    })
  })
})

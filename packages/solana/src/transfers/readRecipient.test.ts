import { solana } from '@portico/core/networks'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTransfers } from './createTransfers.ts'

const transfers = createTransfers({ commitment: 'confirmed' })
const read = (text: string) => transfers.readRecipient({ text, network: solana })
const address = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const reference = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'

describe('readRecipient', () => {
  test.each([
    [address, { address }],
    [`solana:${address}`, { address, isLink: true }],
    [`SOLANA:${address}?label=Shop`, { address, isLink: true }],
    [`solana:${address}?amount=1.5`, { address, isLink: true, amount: { text: '1.5' } }],
    [
      `solana:${address}?amount=0.01&spl-token=${mint}`,
      { address, isLink: true, amount: { text: '0.01' }, token: mint },
    ],
    [
      `solana:${address}?reference=${reference}&reference=${mint}&memo=Order%20%2317&message=Thanks`,
      { address, isLink: true, linkData: { references: [reference, mint], memo: 'Order #17' } },
    ],
  ])('behavior: %s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test.each([
    '',
    'solana:',
    'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq9',
    `${address}1`,
    `0x${'1'.repeat(40)}`,
    // Programs, system variables, the zero address and the incinerator.
    '11111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'SysvarC1ock11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    // A link that asks a server for a transaction.
    'solana:https%3A%2F%2Fshop.example%2Fpay',
    'solana:https://shop.example/pay',
    `ethereum:${address}`,
    `solana:${address}?amount=-1`,
    `solana:${address}?amount=1e9`,
    `solana:${address}?amount=.5`,
    `solana:${address}?amount=`,
    `solana:${address}?amount=0x10`,
    `solana:${address}?amount=1&amount=1000`,
    `solana:${address}?spl-token=usdc`,
    `solana:${address}?spl-token=${mint}&spl-token=${reference}`,
    `solana:${address}?reference=17`,
    `solana:${address}?memo=a&memo=b`,
    `solana:${address}/${mint}`,
  ])('error: %s', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('behavior: reads the links that are written here', () => {
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes))
    fc.assert(
      fc.property(
        key,
        fc.option(fc.record({ address: key, decimals: fc.integer({ min: 0, max: 36 }) }), { nil: undefined }),
        fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { nil: undefined }),
        (to, token, amount) => {
          const link = transfers.toPaymentLink({ network: solana, to, token, amount })
          const recipient = read(link)
          expect(recipient).toMatchObject({ address: to, isLink: true })
          expect(recipient?.token).toBe(token?.address)
          const text = recipient?.amount && 'text' in recipient.amount ? recipient.amount.text : undefined
          const [whole = '', fraction = ''] = text?.split('.') ?? []
          const units = BigInt(`${whole}${fraction.padEnd(token?.decimals ?? 9, '0')}`)
          expect(text === undefined ? undefined : units).toBe(amount)
        },
      ),
    )
  })
})

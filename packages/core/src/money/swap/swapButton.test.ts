import { describe, expect, test } from 'vitest'
import { type SwapButtonInput, swapButton } from './swapButton.ts'

const ready: SwapButtonInput = {
  hasFrom: true,
  hasTo: true,
  text: '1',
  amount: 100n,
  balance: 100n,
  coinBalance: 50n,
  paysCoin: false,
  fee: 50n,
  quotes: 'some',
}

describe('swapButton', () => {
  test.each<[string, Partial<SwapButtonInput>, string]>([
    ['nothing is missing', {}, 'review'],
    ['no token is paid', { hasFrom: false, text: '' }, 'select-token'],
    ['no token is bought', { hasTo: false, text: '' }, 'select-token'],
    ['there is no amount', { text: ' ', amount: undefined }, 'add-amount'],
    ['the amount is 0', { text: '0.0', amount: 0n }, 'add-amount'],
    ['the text is no amount', { text: '1.2.3', amount: undefined }, 'incorrect-value'],
    ['the balance is less', { balance: 99n, coinBalance: 0n }, 'insufficient-balance'],
    ['the coins do not pay the fee', { coinBalance: 49n, quotes: 'none' }, 'no-fee'],
    ['the coin is paid, and nothing is left for the fee', { paysCoin: true, coinBalance: 149n }, 'no-fee'],
    ['the coin is paid, and the fee is left', { paysCoin: true, coinBalance: 150n }, 'review'],
    ['there is no offer', { quotes: 'none' }, 'no-route'],
    ['offers are asked for', { quotes: 'loading' }, 'loading'],
    ['the balance is not known yet', { balance: undefined }, 'loading'],
    ['the balance of the coin is not known', { coinBalance: undefined }, 'review'],
  ])('behavior: %s: %s', (_, input, expected) => {
    expect(swapButton({ ...ready, ...input })).toBe(expected)
  })
})

import { expect, test } from 'vitest'
import { readTokenAddress } from './readTokenAddress.ts'

const mint = '7kNam6ZzkdG55wYrRHGhHYcjx1NLbg4TiUjB9Hd2qb6c'
const address = '0xAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

test.each([
  [`  ${address} `, address],
  [mint, mint],
])('behavior: %j is an address', (text, expected) => {
  expect(readTokenAddress(text)).toBe(expected)
})

test.each([undefined, '', 'DUSD', address.slice(0, -1), `${mint}1`, mint.replace('7', '0')])(
  'error: %j is no address',
  (text) => {
    expect(readTokenAddress(text)).toBeUndefined()
  },
)

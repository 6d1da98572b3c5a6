import { expect, test } from 'vitest'
import { toReturnAddress } from './toReturnAddress.ts'

const result = 'https://wallet.example/social?result=h'
const encoded = encodeURIComponent(result)

test.each([
  ['https://shop.example', `https://shop.example/?result_uri=${encoded}`],
  [
    'https://shop.example/a%20b?q=a+b&q=%2B#/cart?x',
    `https://shop.example/a%20b?q=a+b&q=%2B&result_uri=${encoded}#/cart?x`,
  ],
  [
    'https://shop.example/?result_uri=https://evil.example&a',
    `https://shop.example/?a&result_uri=${encoded}`,
  ],
  ['http://localhost:4400/?', `http://localhost:4400/?result_uri=${encoded}`],
])('behavior: %s', (returnTo, address) => {
  expect(toReturnAddress(returnTo, result)).toBe(address)
  expect(new URL(address).searchParams.getAll('result_uri')).toEqual([result])
})

import { expect, test } from 'vitest'
import { smartAccountCode } from './index.ts'

test('behavior: three bytes and an address, in lower case (EIP-7702)', () => {
  expect(smartAccountCode).toBe('0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b')
})

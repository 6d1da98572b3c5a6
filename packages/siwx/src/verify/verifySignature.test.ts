import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { verifySignature } from './verifySignature.ts'

const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const account = `eip155:1:${signer.address}` as const

describe('verifySignature', () => {
  test('behavior: a text the account signed', async () => {
    const signature = await signer.signMessage({ message: 'hello' })
    expect(await verifySignature({ account, message: 'hello', signature })).toEqual({ ok: true })
  })

  test('error: another text', async () => {
    const signature = await signer.signMessage({ message: 'hello' })
    expect(await verifySignature({ account, message: 'Hello', signature })).toMatchObject({ ok: false })
  })

  test('error: a namespace without a verifier', async () => {
    const other = 'cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'
    expect(await verifySignature({ account: other, message: 'hello', signature: '0x' })).toMatchObject({
      ok: false,
    })
  })
})

import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { createTestVault } from '../../testing/createTestVault.ts'
import { logIn, page, start, startCode } from '../../testing/logIn.ts'

const email = 'ada@example.com'
const problemOf = async (response: Response) => {
  const { code, triesLeft, retryAfter } = await response.json()
  return { status: response.status, code, triesLeft, retryAfter }
}

describe('email', () => {
  test('behavior: a new device opens the link and types the code, a known one types the code', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    const started = await start(key, ' Ada@EXAMPLE.com ')
    expect(started).toEqual({
      tx: expect.stringMatching(/^tx_/),
      action: 'VERIFY_DEVICE',
      matchCode: expect.stringMatching(/^\d{2}$/),
      expiresAt: new Date(vault.now() + 600_000).toISOString(),
      resendAfter: 30,
    })
  })
})

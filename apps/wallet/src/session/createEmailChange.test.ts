import { describe, expect, test } from 'vitest'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { createEmailChange } from './createEmailChange.ts'
import { NoChallengeError } from './createLogin.ts'
import type { VaultClient } from './createVaultClient.ts'
import type { StoredSession } from './storedSession.ts'

/** A change of address with a vault that accepts every code, and counts them. */
async function start() {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const sealTo = { kty: 'EC', crv: 'P-256', x, y, kid: 'enc' } as SealingKey
  let session: StoredSession | undefined = {
    userId: 'usr_a',
    email: 'ada@example.org',
    address: '0x',
    origins: [],
  }
  const calls: string[] = []
  let started: string | undefined
  const vault = {
    async startUpdate({ email }: { email: string }) {
      started = email
      return { tx: `tx_${email}` }
    },
    async verifyPrimary() {
      calls.push(`primary ${started}`)
      return { tx: `tx_second_${started}` }
    },
    async verifySecondary() {
      calls.push(`secondary ${started}`)
      return { email: started }
    },
  } as unknown as VaultClient
  const change = createEmailChange({
    vault,
    session: {
      get: () => session,
      set: async (next: StoredSession) => {
        session = next
      },
    } as unknown as CurrentSession,
    sealTo,
    jkt: 'jkt',
  })
  return { ...change, calls, email: () => session?.email }
}

describe('createEmailChange', () => {
  test('behavior: two codes for the address that the visitor was shown', async () => {
    const { startEmailChange, enterPrimaryCode, enterSecondaryCode, calls, email } = await start()
    const shown = 'ada@new.example'
    await startEmailChange(shown)
    await enterPrimaryCode({ code: '123456', email: shown })
    expect(await enterSecondaryCode({ code: '123456', email: shown })).toBe(shown)
    expect(calls).toEqual([`primary ${shown}`, `secondary ${shown}`])
    expect(email()).toBe(shown)
  })

  test('error: the page starts a change to another address while the first one is shown', async () => {
    const { startEmailChange, enterPrimaryCode, enterSecondaryCode, calls, email } = await start()
    const shown = 'ada@new.example'
    await startEmailChange(shown)
    await startEmailChange('mallory@evil.example')
    await expect(enterPrimaryCode({ code: '123456', email: shown })).rejects.toThrow(NoChallengeError)
    await expect(enterSecondaryCode({ code: '123456', email: shown })).rejects.toThrow(NoChallengeError)
    expect(calls).toEqual([])
    expect(email()).toBe('ada@example.org')
  })

  test('error: a code without a change', async () => {
    const { enterPrimaryCode, calls } = await start()
    await expect(enterPrimaryCode({ code: '123456', email: 'ada@new.example' })).rejects.toThrow(
      NoChallengeError,
    )
    expect(calls).toEqual([])
  })
})

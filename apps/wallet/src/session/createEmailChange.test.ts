import { describe, expect, test } from 'vitest'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { CurrentSession } from './createCurrentSession.ts'
import { createEmailChange } from './createEmailChange.ts'
import { NoChallengeError } from './createLogin.ts'
import type { ServerClient } from './createServerClient.ts'
import { memoryStorage } from './memoryStorage.ts'
import { ServerError } from './ServerError.ts'
import { readAddressChange } from './storedAddressChange.ts'
import type { StoredSession } from './storedSession.ts'

/** A change of address with servers that accept every code, and list the requests. */
async function open() {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const gatewayKey = { kty: 'EC', crv: 'P-256', x, y, kid: 'enc' } as SealingKey
  let session: StoredSession | undefined = {
    userId: 'usr_a',
    email: 'ada@example.org',
    address: '0x',
    origins: [],
  }
  const calls: string[] = []
  const bodies: unknown[] = []
  let started = 0
  let updated = ''
  const answers: Record<string, (body: Record<string, string>) => object> = {
    '/v1/update/start': ({ email = '' }) => {
      updated = email
      started += 1
      return { tx: `tx_${started}` }
    },
    '/v1/update/link': () => ({ matchCode: '42', resendAfter: 30 }),
    '/v1/email/device': () => ({ status: 'approved', statement: 'approved' }),
    '/v1/email/resend': () => ({ resendAfter: 30 }),
    '/v1/update/finish': () => ({ email: updated, changed: 'changed' }),
    '/wallet/v1/address-changes': () => ({ id: `id${started}`, format: 'digits', resendAfter: 30 }),
    next: () => ({ format: 'short', resendAfter: 30 }),
    resend: () => ({ format: 'long', resendAfter: 30 }),
    new: () => ({ statement: 'statement' }),
  }
  const storage = memoryStorage()
  const server = (name: string) =>
    ({
      async call({ path, body }: { path: string; body: Record<string, string> }) {
        calls.push(`${name} ${path}`)
        bodies.push(body)
        return (answers[path] ?? answers[path.split('/').at(-1) as string] ?? (() => ({})))(body)
      },
    }) as unknown as ServerClient
  const change = createEmailChange({
    gatewayServer: server('gateway'),
    vaultServer: server('vault'),
    token: async () => 'token',
    session: {
      get: () => session,
      set: async (next: StoredSession) => {
        session = next
      },
    } as unknown as CurrentSession,
    storage,
    gatewayKey,
    jkt: 'jkt',
    origin: 'https://shop.example',
    now: () => 1000,
  })
  return { ...change, calls, bodies, answers, storage, email: () => session?.email }
}

const next = 'ada@new.example'

describe('createEmailChange', () => {
  test('behavior: two codes and a link for the address that the visitor was shown', async () => {
    const change = await open()
    await change.start(next)
    expect(change.step()).toEqual({ format: 'digits', resendAt: 31_000 })
    await change.enterOld({ code: '123456', next })
    expect(await change.mailLink(next)).toMatchObject({ digits: '42', resendAt: 31_000 })
    expect(change.isLinkApproved()).toBe(false)
    expect(await change.waitForLink(next)).toBe('approved')
    expect(change.isLinkApproved()).toBe(true)
    expect(change.step()).toEqual({ format: 'short', resendAt: 31_000 })
    expect(await change.enterNew({ code: '123456', next })).toBe(next)
    expect(change.calls).toEqual([
      'vault /v1/update/start',
      'gateway /wallet/v1/address-changes',
      'gateway /wallet/v1/address-changes/id1/old',
      'vault /v1/update/link',
      'vault /v1/email/device',
      'gateway /wallet/v1/address-changes/id1/next',
      'gateway /wallet/v1/address-changes/id1/new',
      'vault /v1/update/finish',
      'gateway /wallet/v1/address-changes/id1/finish',
    ])
    expect(change.bodies[5]).toEqual({ approved: 'approved' })
    expect(change.email()).toBe(next)
    expect(change.next()).toBeUndefined()
  })

  test('error: no server learns a code or an address from the gateway’s requests, nor the vault the gateway’s ID', async () => {
    const change = await open()
    await change.start(next)
    await change.enterOld({ code: '123456', next })
    await change.mailLink(next)
    await change.waitForLink(next)
    await change.enterNew({ code: '654321', next })
    const texts = change.bodies.map((body, index) => `${change.calls[index]} ${JSON.stringify(body)}`)
    expect(texts.filter((text) => /123456|654321/.test(text))).toEqual([])
    expect(texts.filter((text) => text.startsWith('gateway') && text.includes(next))).toEqual([])
    expect(texts.filter((text) => text.startsWith('vault') && text.includes('id1'))).toEqual([])
  })

  test('behavior: mails another link or code, whichever the visitor waits for', async () => {
    const change = await open()
    await change.start(next)
    expect(await change.resend()).toMatchObject({ format: 'long' })
    await change.enterOld({ code: '123456', next })
    await change.mailLink(next)
    expect(await change.resend()).toMatchObject({ digits: '42' })
    await change.waitForLink(next)
    await change.resend()
    expect(change.calls.filter((call) => call.endsWith('resend'))).toEqual([
      'gateway /wallet/v1/address-changes/id1/resend',
      'vault /v1/email/resend',
      'gateway /wallet/v1/address-changes/id1/resend',
    ])
  })

  test('error: the page starts a change to another address while the first one is shown', async () => {
    const change = await open()
    await change.start(next)
    await change.start('mallory@evil.example')
    const { length } = change.calls
    await expect(change.enterOld({ code: '123456', next })).rejects.toThrow(NoChallengeError)
    await expect(change.mailLink(next)).rejects.toThrow(NoChallengeError)
    await expect(change.waitForLink(next)).rejects.toThrow(NoChallengeError)
    await expect(change.enterNew({ code: '123456', next })).rejects.toThrow(NoChallengeError)
    expect(change.calls).toHaveLength(length)
    expect(change.email()).toBe('ada@example.org')
  })

  test('error: a code without a change, and steps that are left out', async () => {
    const change = await open()
    await expect(change.enterOld({ code: '123456', next })).rejects.toThrow(NoChallengeError)
    await expect(change.resend()).rejects.toThrow(NoChallengeError)
    await change.start(next)
    const { length } = change.calls
    await expect(change.mailLink(next)).rejects.toThrow(NoChallengeError)
    await expect(change.enterNew({ code: '123456', next })).rejects.toThrow(NoChallengeError)
    expect(change.calls).toHaveLength(length)
  })

  /** A change whose last code was typed while one of the servers refused. */
  async function refused(path: string, problem: { status: number; code: string }) {
    const change = await open()
    const answer = change.answers[path]
    change.answers[path] = () => {
      throw new ServerError({ type: 'about:blank', title: 'x', ...problem })
    }
    await change.start(next)
    await change.enterOld({ code: '123456', next })
    await change.mailLink(next)
    await change.waitForLink(next)
    await expect(change.enterNew({ code: '123456', next })).rejects.toMatchObject(problem)
    if (answer) change.answers[path] = answer
    else delete change.answers[path]
    return change
  }

  test.each([
    ['finish', { status: 401, code: 'jwt-not-yet-valid' }],
    ['finish', { status: 401, code: 'session-expired' }],
    ['finish', { status: 429, code: 'rate-limited' }],
    ['/v1/update/finish', { status: 401, code: 'dpop-invalid' }],
    ['/v1/update/finish', { status: 503, code: 'busy' }],
  ])('error: %s refuses once: the next page finishes the change', async (path, problem) => {
    const change = await refused(path, problem)
    expect(change.email()).toBe('ada@example.org')
    await change.finishStored()
    expect(change.email()).toBe(next)
    expect(await readAddressChange(change.storage)).toBeUndefined()
  })

  test.each([
    ['finish', { status: 409, code: 'email-taken' }],
    ['finish', { status: 410, code: 'address-change-expired' }],
    ['/v1/update/finish', { status: 409, code: 'email-taken' }],
  ])('error: %s refuses for good: nothing is tried again', async (path, problem) => {
    const change = await refused(path, problem)
    expect(await readAddressChange(change.storage)).toBeUndefined()
    const { length } = change.calls
    await change.finishStored()
    expect(change.calls).toHaveLength(length)
  })
})

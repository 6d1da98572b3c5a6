import {
  createLoginMessage,
  createMessage,
  createNonce,
  type MessageFields,
  mixNonce,
  parseMessage,
} from '@portico/siwx'
import { describe, expect, test } from 'vitest'
import { day, gateway, me, minute, nonceOf, origin, send, visitor } from './testing/signInRequests.ts'

describe('POST /auth/v1/authenticate, with a message signed as part of a login', () => {
  const inAWeek = () => new Date(Date.now() + 8 * day).toISOString()

  /** What the embedded wallet returns for an issued nonce, and what the page sends with it. */
  async function loginWith(nonce: string, changes: Partial<MessageFields> = {}) {
    const random = createNonce()
    const message = createLoginMessage({
      origin,
      address: visitor.address,
      chainId: 'eip155:31337',
      nonce: await mixNonce({ nonce, random }),
      now: Date.now(),
    })
    const changed = createMessage({ ...parseMessage(message), ...changes })
    return {
      message: changed,
      signature: await visitor.signMessage({ message: changed }),
      login: { random, expiresAt: inAWeek() },
    }
  }

  test('behavior: the session outlives the message, until the requested time, seven days at most', async () => {
    const test = await gateway()
    const lifeOf = async (expiresAt: string) => {
      const { nonce, token } = await nonceOf(test)
      const { login, ...signed } = await loginWith(nonce)
      const answer = await send(test, { ...signed, token, login: { ...login, expiresAt } })
      expect(answer.status).toBe(200)
      const { body } = await me(test, answer.token)
      return Date.parse(body.expiresAt as string) - Date.parse(body.issuedAt as string)
    }
    expect(await lifeOf(inAWeek())).toBe(7 * day)
    const anHour = await lifeOf(new Date(Date.now() + 60 * minute).toISOString())
    expect(anHour).toBeLessThanOrEqual(60 * minute)
    expect(anHour).toBeGreaterThan(59 * minute)
  })

  test('error: replayed, with the same or a new nonce token', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const signed = await loginWith(nonce)
    expect((await send(test, { ...signed, token })).status).toBe(200)
    expect(await send(test, { ...signed, token })).toMatchObject({ status: 401, code: 'nonce-used' })
    const other = await nonceOf(test)
    const replayed = await send(test, { ...signed, token: other.token })
    expect(replayed).toMatchObject({ status: 401, code: 'nonce-mismatch' })
  })

  test('error: a nonce that another server issued is worth nothing there', async () => {
    const [dishonest, other] = [await gateway(), await gateway()]
    const { nonce, token } = await nonceOf(other)
    // The dishonest gateway hands out the nonce of the other one, and receives message and random value.
    const { login, ...signed } = await loginWith(nonce)
    expect(await send(other, { ...signed, token })).toMatchObject({ status: 401, code: 'nonce-mismatch' })
    expect(await send(dishonest, { ...signed, token, login })).not.toMatchObject({ status: 200 })
  })

  test.each(['wrong', 'none'])('error: %s random value', async (kind) => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const { login, ...signed } = await loginWith(nonce)
    const answer = await send(test, {
      ...signed,
      token,
      login: kind === 'none' ? undefined : { ...login, random: createNonce() },
    })
    expect(answer).toMatchObject({ status: 401, code: 'nonce-mismatch' })
  })

  test('error: the issued nonce itself, with a random value', async () => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const answer = await send(test, { ...(await loginWith(nonce, { nonce })), token })
    expect(answer).toMatchObject({ status: 401, code: 'nonce-mismatch' })
  })

  test.each<[string, Partial<MessageFields>]>([
    ['another statement', { statement: 'Welcome.' }],
    ['no statement', { statement: undefined }],
    ['no expiration time', { expirationTime: undefined }],
    ['a long lifetime', { expirationTime: new Date(Date.now() + day).toISOString() }],
    ['resources', { resources: ['https://example.org/'] }],
    ['a request ID', { requestId: 'x' }],
  ])('error: %s, so the session would last longer than the message says', async (_, changes) => {
    const test = await gateway()
    const { nonce, token } = await nonceOf(test)
    const answer = await send(test, { ...(await loginWith(nonce, changes)), token })
    expect(answer).toMatchObject({ status: 401, code: 'malformed-message' })
  })

  test('error: an expired message', async () => {
    const test = await gateway({ now: () => Date.now() + 9 * minute })
    const { nonce, token } = await nonceOf(test)
    // One reading of the clock: a millisecond more than ten minutes is no message of a login.
    const now = Date.now()
    const signed = await loginWith(nonce, {
      issuedAt: new Date(now - 2 * minute).toISOString(),
      expirationTime: new Date(now + 8 * minute).toISOString(),
    })
    expect(await send(test, { ...signed, token })).toMatchObject({ status: 401, code: 'expired' })
  })
})

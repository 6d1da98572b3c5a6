import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice, logIn } from '../../test/createDevice.ts'
import { type Servers, startServers } from '../../test/startServers.ts'

let servers: Servers

beforeAll(async () => {
  servers = await startServers({ env: { LIMIT_PER_PROJECT: '1' } })
}, 60_000)
afterAll(() => servers?.close())

test('behavior: while many strangers log in, a new device works for its login and a known one does not', async () => {
  const starts: { email: string; work?: { challenge: string; nonce: number } }[] = []
  const onRequest = (url: string, _headers: object, body: unknown) => {
    if (url.endsWith('/v1/email/start')) starts.push(JSON.parse(String(body)))
  }
  const known = createDevice(servers, { onRequest })
  expect((await logIn(servers, await known.load(), 'ada@example.org')).action).toBe('VERIFY_DEVICE')
  expect(starts.splice(0).map(({ work }) => work)).not.toContainEqual(expect.anything())

  const stranger = createDevice(servers, { onRequest })
  expect((await logIn(servers, await stranger.load(), 'grace@example.org')).action).toBe('VERIFY_DEVICE')
  expect(starts.splice(0).at(-1)?.work).toEqual({
    challenge: expect.stringMatching(/^17\./),
    nonce: expect.any(Number),
  })

  expect((await logIn(servers, await known.load(), 'ada@example.org')).action).toBe('VERIFY_OTP')
  expect(starts.map(({ work }) => work)).not.toContainEqual(expect.anything())
}, 60_000)

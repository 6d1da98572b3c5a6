import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:9'] }

test('error: anonymous requests cannot fill the table of idempotency keys', async () => {
  const { app, services } = await createTestApp({ rpcUrls })
  const post = async (path: string, key: string) =>
    (
      await app.request(`/v1/profile/${path}`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: '{}',
      })
    ).status
  const count = async () => (await services.database.selectFrom('idempotency').select('key').execute()).length

  expect(await post('nothing', 'a')).toBe(404)
  expect(await post('nonce', 'b')).toBe(405)
  expect(await count()).toBe(0)
  // The rate limit per IP address limits how many keys are stored: requests above it cause no database query.
  expect(await post('account', 'c')).toBe(400)
  expect(await count()).toBe(1)
  const begin = services.modules.names.idempotency.begin
  let begun = 0
  services.modules.names.idempotency.begin = (call) => {
    begun++
    return begin(call)
  }
  let refused = 0
  for (let index = 0; index < 150; index++) if ((await post('account', `d${index}`)) === 429) refused++
  expect(refused).toBeGreaterThan(0)
  expect(begun + refused).toBe(150)
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createChange } from './testing/createChange.ts'
import { createFakeGateway } from './testing/createFakeGateway.ts'
import { createTestVault } from './testing/createTestVault.ts'
import { claim, logIn, start } from './testing/logIn.ts'

/** Part of everything that callers can choose. */
const canary = 'cafebabe1337d00dcafebabe1337d00d'

test('behavior: no address, token or secret appears in the log, or in plain text in the database', async () => {
  const gateway = await createFakeGateway()
  const vault = await createTestVault({ gateway })
  const { database, dpop } = vault.services
  const email = `${canary}@example.com`
  const next = `next.${canary}@example.org`
  const [key, second] = [await vault.newKey(), await vault.newKey()]
  const secret = randomBytes(32).toString('base64url')
  const place = { walletId: 'wallet-0001', slotId: 'slot-000001' }

  const { grant, userId, assertion } = await logIn(vault, key, email)
  await key.call('/v1/auto/store', { grant, sealed: await key.seal({ secret, ...place, jkt: key.jkt }) })
  await key.call('/v1/auto/release', { grant, ...place })
  const { tx, matchCode: digits } = await start(second, email)
  const link = await vault.linkTo(email)
  await vault.post('/v1/device/inspect', { token: link })
  await vault.post('/v1/device/approve', { token: link, digits })
  const { assertion: other } = await (await claim(second, tx)).json()
  const change = createChange({ vault, gateway, key, userId, email, next })
  const revert = await change.make()
  const { changed } = await (await change.finish()).json()
  await vault.post('/v1/update/revert', { token: revert })
  // Last, as it blocks this network from the mailbox.
  await start(await vault.newKey(), email)
  const refused = await vault.linkTo(email)
  await vault.post('/v1/device/refuse', { token: refused })

  // Send the canary in every place where callers can send text.
  const proof = await key.proof('/v1/email/start')
  for (const path of [
    '/v1/email/start',
    '/v1/email/claim',
    '/v1/social/start',
    '/v1/social/open',
    '/v1/social/finish',
    '/v1/social/claim',
    '/v1/device/inspect',
    '/v1/device/refuse',
    '/v1/device/cancel',
    `/v1/${canary}`,
  ])
    for (const body of [`{"${canary}":`, { email: canary, token: canary, sealed: canary }])
      await vault.post(path, body, {
        dpop: proof,
        origin: `https://${canary}.example`,
        'user-agent': canary,
        'x-forwarded-for': canary,
        authorization: `DPoP ${canary}`,
      })
  await vault.app.request(`/problems/${canary}?${canary}`)
  // Cause an internal error.
  await database
    .deleteFrom('users')
    .execute()
    .catch(() => undefined)
  vault.services.cipher.open = () =>
    Promise.reject(new Error(`cannot open ${canary} ${secret}\n    at ${canary}`))
  expect((await vault.post('/v1/device/inspect', { token: link })).status).toBe(410)
  await start(await vault.newKey(), `other.${email}`).catch(() => undefined)

  const tokens = [
    secret,
    grant,
    assertion,
    other,
    link,
    refused,
    revert,
    changed,
    userId,
    dpop.nonce(),
    key.jkt,
  ]
  const lines = vault.logged.map((line) => line.toLowerCase())
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.some((line) => line.includes('request failed'))).toBe(true)
  for (const text of [canary, 'example', ...tokens.map((token) => token.toLowerCase())])
    expect(lines.filter((line) => line.includes(text))).toEqual([])

  const dump: string[] = []
  for (const { name } of await database.introspection.getTables())
    dump.push(
      JSON.stringify(
        await database
          .selectFrom(name as 'users')
          .selectAll()
          .execute(),
      ),
    )
  const contents = dump.join('\n')
  expect(contents).toContain(userId)
  for (const text of [
    canary,
    secret,
    grant,
    assertion,
    other,
    link,
    refused,
    revert,
    changed,
    'example.com',
    'example.org',
  ])
    expect(contents.includes(text), text.slice(0, 8)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn, page } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'

const email = 'ada@example.com'
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** Many mails from one address, so that only the allowances of the mailbox matter. */
const env = { TRUSTED_PROXIES: '1', LIMIT_PER_ADDRESS: '0' }
/** The network of the owner, and of strangers. */
const home = '198.51.100.7'
const network = (index: number, host = 1) => `10.${Math.floor(index / 250)}.${index % 250}.${host}`

/** Asks for a link with a key that is new to the address. */
async function ask(vault: TestVault, ip: string, address = email): Promise<Response> {
  const key = await vault.newKey()
  return call(vault, key, ip, '/v1/email/start', { email: address, ...page })
}

async function call(vault: TestVault, key: TestKey, ip: string, path: string, body: unknown) {
  return vault.post(path, body, { dpop: await key.proof(path), 'x-forwarded-for': ip })
}

/** Uses up what each of `networks` may have mailed within an hour, or less if the mailbox gets no more. */
async function flood(vault: TestVault, networks: number): Promise<number> {
  let mailed = 0
  for (let index = 0; index < networks; index++)
    for (let count = 0; count < 6; count++)
      mailed += (await ask(vault, network(index, count + 1))).status === 200 ? 1 : 0
  return mailed
}

const refuseNewest = async (vault: TestVault) =>
  (await vault.post('/v1/device/refuse', { token: await vault.linkTo(email) })).status

const allow = (vault: TestVault, key: TestKey, userId: string, ip = home) =>
  call(vault, key, ip, '/v1/links/allow', { userId })

describe('links to new devices', () => {
  test('behavior: a stranger uses up the allowance of the own network only', async () => {
    const vault = await createTestVault({ env })
    expect(await flood(vault, 1)).toBe(5)
    // The whole /24 is one network.
    expect(await readProblem(await ask(vault, network(0, 99)))).toEqual({
      status: 429,
      code: 'rate-limited',
      retryAfter: 3600,
    })
    expect((await ask(vault, home)).status).toBe(200)
    // Other addresses are not affected, and spellings share the allowance.
    expect((await ask(vault, network(0), 'bob@example.com')).status).toBe(200)
    expect((await ask(vault, network(0), 'Ada+x@example.com')).status).toBe(429)
  })

  test('behavior: the same for a /64 of IPv6', async () => {
    const vault = await createTestVault({ env })
    for (let count = 0; count < 5; count++)
      expect((await ask(vault, `2001:db8:1:2::${count + 1}`)).status).toBe(200)
    expect((await ask(vault, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await ask(vault, '2001:db8:1:3::1')).status).toBe(200)
  })

  test('behavior: resending counts for the network as well', async () => {
    const vault = await createTestVault({ env })
    const key = await vault.newKey()
    const { tx } = await (await call(vault, key, network(0), '/v1/email/start', { email, ...page })).json()
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) {
      vault.pass(31_000)
      statuses.push((await call(vault, key, network(0), '/v1/email/resend', { tx })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await ask(vault, home)).status).toBe(200)
  })

  test.each([
    { networks: 1, mailed: 5, isBlocked: false },
    { networks: 7, mailed: 35, isBlocked: false },
    { networks: 8, mailed: 40, isBlocked: true },
    { networks: 20, mailed: 40, isBlocked: true },
  ])(
    'behavior: a stranger with $networks networks blocks new devices: $isBlocked',
    async ({ networks, mailed, isBlocked }) => {
      const vault = await createTestVault({ env })
      expect(await flood(vault, networks)).toBe(mailed)
      const answer = await ask(vault, home)
      if (!isBlocked) return expect(answer.status).toBe(200)
      expect(await readProblem(answer)).toEqual({ status: 429, code: 'rate-limited', retryAfter: 3600 })
      vault.pass(hour)
      expect((await ask(vault, home)).status).toBe(200)
      // The second hour uses up what the mailbox gets in a day.
      expect(await flood(vault, networks)).toBe(39)
      vault.pass(hour)
      const { retryAfter } = await readProblem(await ask(vault, home))
      expect(retryAfter).toBe((day - 2 * hour) / 1000)
    },
  )

  test('behavior: one refused link gives back what its network used up, and bars the network for a day', async () => {
    const vault = await createTestVault({ env })
    await flood(vault, 8)
    expect((await ask(vault, home)).status).toBe(429)
    expect(await refuseNewest(vault)).toBe(200)
    expect((await ask(vault, network(7, 50))).status).toBe(429)
    for (let count = 0; count < 5; count++) expect((await ask(vault, home)).status).toBe(200)
    vault.pass(2 * hour)
    expect(await readProblem(await ask(vault, network(7)))).toEqual({
      status: 429,
      code: 'rate-limited',
      retryAfter: (day - 2 * hour) / 1000,
    })
    expect((await ask(vault, network(7), 'bob@example.com')).status).toBe(200)
    vault.pass(day - 2 * hour)
    expect((await ask(vault, network(7))).status).toBe(200)
  })

  test('behavior: a known device is affected by neither the mailbox’s allowance nor its network', async () => {
    const vault = await createTestVault({ env: { TRUSTED_PROXIES: '1' } })
    const known = await vault.newKey()
    await logIn(vault, known, email)
    const start = async () => call(vault, known, home, '/v1/email/start', { email, ...page })
    // Twenty mails from the address of the known device, and many to its mailbox.
    for (let count = 0; count < 20; count++) await ask(vault, home, `user${count}@example.com`)
    expect((await ask(vault, home, 'late@example.com')).status).toBe(429)
    await flood(vault, 8)
    const { tx, action } = await (await start()).json()
    expect(action).toBe('VERIFY_OTP')
    // Also if the gateway does not know the key, so that it needs a link.
    expect((await call(vault, known, home, '/v1/email/link', { tx })).status).toBe(200)
    vault.pass(31_000)
    expect((await call(vault, known, home, '/v1/email/resend', { tx })).status).toBe(200)
  })

  test('behavior: a known device allows links for ten minutes, whatever strangers used up', async () => {
    const vault = await createTestVault({ env: { TRUSTED_PROXIES: '1' } })
    const known = await vault.newKey()
    const { userId } = await logIn(vault, known, email)
    for (let count = 0; count < 20; count++) await ask(vault, home, `user${count}@example.com`)
    await flood(vault, 8)
    expect((await ask(vault, home)).status).toBe(429)
    const allowed = await allow(vault, known, userId)
    expect(await allowed.json()).toEqual({ until: new Date(vault.now() + 10 * minute).toISOString() })
    // Each network has an allowance of its own during that time, so that strangers do not use it up.
    for (let count = 0; count < 5; count++) expect((await ask(vault, network(99))).status).toBe(200)
    expect((await ask(vault, network(99))).status).toBe(429)
    expect((await ask(vault, home)).status).toBe(200)
    expect((await ask(vault, home, 'late@example.com')).status).toBe(429)
    vault.pass(10 * minute)
    expect((await ask(vault, home)).status).toBe(429)
  })

  test('behavior: an owner who blocked the own network by mistake unblocks it from a known device', async () => {
    const vault = await createTestVault({ env })
    const known = await vault.newKey()
    const { userId } = await logIn(vault, known, email)
    await ask(vault, home)
    expect(await refuseNewest(vault)).toBe(200)
    await ask(vault, network(1))
    expect(await refuseNewest(vault)).toBe(200)
    expect((await ask(vault, home)).status).toBe(429)
    await allow(vault, known, userId, '198.51.100.99')
    expect((await ask(vault, home)).status).toBe(200)
    // The other network stays blocked.
    expect((await ask(vault, network(1))).status).toBe(429)
  })

  test('error: only a device of the user allows links', async () => {
    const vault = await createTestVault({ env })
    const [known, stranger] = [await vault.newKey(), await vault.newKey()]
    const { userId } = await logIn(vault, known, email)
    const other = await logIn(vault, stranger, 'eve@example.com')
    for (const [key, user] of [
      [stranger, userId],
      [known, other.userId],
      [await vault.newKey(), userId],
    ] as const)
      expect(await readProblem(await allow(vault, key, user))).toEqual({
        status: 403,
        code: 'device-unknown',
      })
    expect((await vault.post('/v1/links/allow', { userId })).status).toBe(401)
    await flood(vault, 8)
    expect((await ask(vault, home)).status).toBe(429)
  })

  test('behavior: neither networks nor addresses are stored in plain text', async () => {
    const vault = await createTestVault({ env })
    const known = await vault.newKey()
    const { userId } = await logIn(vault, known, email)
    await ask(vault, home)
    await refuseNewest(vault)
    await allow(vault, known, userId)
    const { database } = vault.services
    const rows = [
      await database.selectFrom('uses').selectAll().execute(),
      await database.selectFrom('transactions').selectAll().execute(),
    ]
    expect(rows.flat().length).toBeGreaterThan(3)
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|ada@/)
  })
})

await describeVaults('links to new devices, concurrent requests', (open) => {
  test('behavior: strangers on many networks together cannot exceed the mailbox’s allowance', async () => {
    const vault = await open({ env })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(vault, network(index % 20, index + 1))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
  })
})

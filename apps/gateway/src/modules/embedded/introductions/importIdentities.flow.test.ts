import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { newUserId } from '../../../testing/createFakeVault.ts'
import { createTestIntroductions, refusalOf } from '../../../testing/createTestIntroductions.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createEmbeddedWalletStore, type WalletSlot } from '../wallets/store.ts'
import { createIdentityIndexes } from './createIdentityIndexes.ts'
import { importIdentities } from './importIdentities.ts'

const random = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** A gateway with users from before introductions: each has a wallet, and the given browsers with a device slot. */
async function createGateway(database: Database) {
  const gateway = await createTestIntroductions({ databases: [database] })
  const { now, vault, secrets } = gateway
  const [{ audit, sessions }] = gateway.processes as [(typeof gateway.processes)[0]]

  async function addWallet(userId: string, keys: readonly string[]): Promise<void> {
    const walletId = `wlt_${random(12)}`
    const createdAt = now()
    const slot = (kind: 'device' | 'auto', jkt: string | null): WalletSlot => ({
      walletId,
      slotId: `slt_${random(12)}`,
      userId,
      kind,
      jkt,
      wrap: '',
      epoch: 1,
      share: { kekId: '', sealed: '' },
      createdAt,
      lastUsedAt: createdAt,
    })
    const wallet = {
      id: walletId,
      userId,
      position: 0,
      status: 'pending' as const,
      epoch: 1,
      vault: '',
      check: '',
      address: walletId,
      contentHash: '',
      confirmNonce: '',
      createdAt,
    }
    const store = createEmbeddedWalletStore({ database, audit })
    await store.create({ wallet, slots: [...keys.map((jkt) => slot('device', jkt)), slot('auto', null)] })
    await store.confirm({ userId, walletId, receiptDigest: '', now: createdAt })
  }

  /** Logs in with the vault's assertion alone, as before introductions. */
  async function openSession(userId: string, jkt: string): Promise<void> {
    await sessions.create({ assertion: await vault.assert({ userId, jkt, now: now() }), jkt })
  }

  const run = (users: { userId: string; email: string }[]) =>
    importIdentities({
      users,
      database,
      audit,
      indexesOf: createIdentityIndexes({ peppers: secrets.identityPeppers }),
      now,
    })
  return { ...gateway, audit, addWallet, openSession, run }
}

/** A digest of everything that an import could change. */
async function digestOf(database: Database): Promise<string> {
  const rows = [
    await database.selectFrom('identities').selectAll().orderBy('ix').execute(),
    await database.selectFrom('introduced_keys').selectAll().orderBy('jkt').execute(),
    await database.selectFrom('wallet_sessions').selectAll().orderBy('id').execute(),
    await database.selectFrom('audit').selectAll().orderBy('seq').execute(),
  ]
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const nothing = { imported: 0, keys: 0, unchanged: 0, withoutWallet: 0, refused: [] }

await describeEngines('importIdentities', ({ open }) => {
  test('behavior: known browsers log in with a code, new ones as usual; nobody else does', async () => {
    const database = await open()
    const { addWallet, openSession, run, visitor, audit } = await createGateway(database)
    const [userId, known, other] = [newUserId(), random(), random()]
    await addWallet(userId, [known, other])
    await openSession(userId, known)
    const email = 'Ada@bücher.example'
    // Before the import, a login binds nothing to a user who has a wallet.
    expect(await refusalOf((await visitor({ email, userId })).logIn())).toBe('identity-mismatch')

    expect(await run([{ userId, email: 'Ada@xn--bcher-kva.example' }])).toEqual({
      ...nothing,
      imported: 1,
      keys: 2,
    })
    const browser = await visitor({ email, userId, jkt: known })
    expect(await browser.start()).toMatchObject({ known: true, format: 'digits' })
    expect((await browser.enter()).userId).toBe(userId)
    const fresh = await visitor({ email, userId })
    expect(await fresh.start()).toMatchObject({ known: false, format: 'short' })
    await fresh.mail()
    expect((await fresh.enter()).userId).toBe(userId)
    const stranger = await visitor({ email: 'eve@example.com', userId })
    expect(await refusalOf(stranger.logIn())).toBe('identity-mismatch')
    expect(await audit.verify()).toEqual({ rows: expect.any(Number) })
    const events = await database.selectFrom('audit').select('event').where('user_id', '=', userId).execute()
    expect(events.filter(({ event }) => event === 'identity-imported')).toHaveLength(1)
  })

  test('behavior: an imported browser is as old as its slot, not as the import', async () => {
    const database = await open()
    const { addWallet, run, visitor, processes, wait } = await createGateway(database)
    const [{ devices }] = processes as [(typeof processes)[0]]
    const [userId, known] = [newUserId(), random()]
    await addWallet(userId, [known])
    wait(72 * 3_600_000)
    const email = 'ada@example.com'
    await run([{ userId, email }])
    const fresh = await visitor({ email, userId })
    await fresh.logIn()
    await devices.requireTrusted({ userId, jkt: known })
    expect(await refusalOf(devices.requireTrusted(fresh))).toBe('device-too-new')
  })

  test('behavior: a second run changes nothing, also after logins, revocations and in another order', async () => {
    const database = await open()
    const { addWallet, run, visitor, processes, wait } = await createGateway(database)
    const users = Array.from({ length: 450 }, (_, index) => ({
      userId: newUserId(),
      email: `${index}@example.com`,
    }))
    for (const { userId } of users.slice(0, 30)) await addWallet(userId, [random()])
    const first = await run(users)
    expect(first).toEqual({ ...nothing, imported: 30, keys: 30, withoutWallet: 420 })
    const [ada] = users as [(typeof users)[0]]
    const thief = await visitor(ada)
    const stolen = await thief.logIn()
    const owner = await visitor(ada)
    await owner.logIn()
    wait(72 * 3_600_000)
    const { accessToken } = await owner.logIn()
    const [{ sessions }] = processes as [(typeof processes)[0]]
    await sessions.revoke({ id: stolen.sessionId, session: await sessions.authorize(accessToken) })
    const before = await digestOf(database)
    expect(await run(users.toReversed())).toEqual({ ...nothing, unchanged: 30, withoutWallet: 420 })
    expect(await digestOf(database)).toBe(before)
    expect(await thief.start()).toMatchObject({ known: false })
  })

  test('error: of two users with one address neither is imported; nor is an address that belongs to somebody', async () => {
    const database = await open()
    const { addWallet, run, visitor } = await createGateway(database)
    const [one, two, three, four, five] = Array.from({ length: 5 }, newUserId) as [
      string,
      string,
      string,
      string,
      string,
    ]
    for (const userId of [one, two, three, four, five]) await addWallet(userId, [random()])
    const grace = await visitor({ email: 'grace@example.com' })
    await grace.logIn()
    await run([{ userId: five, email: 'five@example.com' }])
    const report = await run([
      { userId: one, email: 'ada@example.com' },
      { userId: three, email: 'grace@example.com' },
      { userId: two, email: 'ada@EXAMPLE.com' },
      { userId: four, email: 'not an address' },
      { userId: five, email: 'changed@example.com' },
    ])
    expect(report).toMatchObject({ ...nothing, refused: expect.any(Array) })
    expect(Object.fromEntries(report.refused.map(({ userId, reason }) => [userId, reason]))).toEqual({
      [one]: 'address-twice',
      [two]: 'address-twice',
      [three]: 'address-taken',
      [four]: 'address-invalid',
      [five]: 'other-address',
    })
    expect(await database.selectFrom('identities').selectAll().execute()).toHaveLength(2)
    for (const userId of [one, two])
      expect(await refusalOf((await visitor({ email: 'ada@example.com', userId })).logIn())).toBe(
        'identity-mismatch',
      )
  })

  test('error: an address to which another user can still change back is not imported', async () => {
    const database = await open()
    const { addWallet, run, visitor, now, wait } = await createGateway(database)
    const userId = newUserId()
    await addWallet(userId, [random()])
    const grace = await visitor({ email: 'grace@example.com' })
    await grace.logIn()
    const { ix, pepper_id } = await database.selectFrom('identities').selectAll().executeTakeFirstOrThrow()
    // Grace has changed to another address, a moment ago.
    await database.updateTable('identities').set({ ix: 'another' }).execute()
    const times = { created_at: now(), expires_at: now() + 1000 }
    await database
      .insertInto('address_reverts')
      .values({ user_id: grace.userId, tx: 'tx', way: 'email', ix, pepper_id, ...times })
      .execute()
    const users = [{ userId, email: 'grace@example.com' }]
    expect(await run(users)).toEqual({ ...nothing, refused: [{ userId, reason: 'address-taken' }] })
    wait(1000)
    expect(await run(users)).toEqual({ ...nothing, imported: 1, keys: 1 })
  })

  test('behavior: a user without a wallet is not bound, and logs in as a new user, without the old session', async () => {
    const database = await open()
    const { openSession, run, visitor } = await createGateway(database)
    const [userId, jkt] = [newUserId(), random()]
    await openSession(userId, jkt)
    const ada = await visitor({ email: 'ada@example.com', userId })
    expect(await refusalOf(ada.logIn())).toBe('identity-mismatch')
    expect(await run([{ userId, email: 'ada@example.com' }])).toEqual({ ...nothing, withoutWallet: 1 })
    expect(await database.selectFrom('identities').selectAll().execute()).toEqual([])
    expect(await database.selectFrom('wallet_sessions').selectAll().execute()).toEqual([])
    expect(await database.selectFrom('wallet_refresh_tokens').selectAll().execute()).toEqual([])
    const again = await visitor({ email: 'ada@example.com', userId })
    expect((await again.logIn()).userId).toBe(userId)
  })
})

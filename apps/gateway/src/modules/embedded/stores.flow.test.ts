import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  addKey,
  createAuditTrail,
  createEnvelope,
  loadKeyRing,
  removeKey,
  type Sealed,
} from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { expect, test } from 'vitest'
import { listHeldWallets } from '../../../test/listHeldWallets.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createNonceLeaseStore } from './nonces/store.ts'
import { countShares, rotateSlots } from './rotation/rotateSlots.ts'
import { createLiveEnvelope, type LiveEnvelope } from './secrets/createLiveEnvelope.ts'
import { slotPlace } from './secrets/slotPlace.ts'
import { sessionLimits } from './sessions/isLive.ts'
import { createWalletSessionStore, type WalletSession } from './sessions/store.ts'
import { slotToRow } from './wallets/slotToRow.ts'
import { createEmbeddedWalletStore, type WalletSlot } from './wallets/store.ts'

/** Number of wallets in the rotation test. The full load test uses 10 000. */
const rotatedWallets = Number(process.env.ROTATION_WALLETS ?? 300)

const secret = Buffer.alloc(32, 5)
const start = 1_800_000_000_000
const random = (bytes = 16): string => randomBytes(bytes).toString('base64url')

function stores(database: Database) {
  const audit = createAuditTrail({ database, secret })
  return {
    audit,
    sessions: createWalletSessionStore({ database, audit }),
    wallets: createEmbeddedWalletStore({ database, audit }),
    nonces: createNonceLeaseStore({ database }),
  }
}

function session(more: Partial<WalletSession> = {}): WalletSession {
  return {
    id: `ses_${random()}`,
    userId: 'usr_1',
    jkt: 'jkt',
    projectId: 'local',
    origin: 'http://localhost:4400',
    authTime: start,
    introducedAt: null,
    way: null,
    createdAt: start,
    lastUsedAt: start,
    expiresAt: start + sessionLimits.absoluteMs,
    revokedAt: null,
    ...more,
  }
}

async function wallet({
  envelope,
  userId = 'usr_1',
  at = start,
}: {
  envelope?: LiveEnvelope | undefined
  userId?: string
  at?: number
} = {}) {
  const walletId = `wlt_${random()}`
  const share = randomBytes(32)
  const slots: WalletSlot[] = await Promise.all(
    (['device', 'auto'] as const).map(async (kind) => {
      const slotId = `slt_${random()}`
      const place = slotPlace({ walletId, slotId, userId })
      return {
        walletId,
        slotId,
        userId,
        kind,
        jkt: kind === 'device' ? 'jkt' : null,
        wrap: random(),
        epoch: 1,
        share: envelope ? await envelope.seal({ value: share, place }) : { kekId: 'a', sealed: 'x' },
        createdAt: at,
        lastUsedAt: at,
      }
    }),
  )
  return {
    share,
    slots,
    wallet: {
      id: walletId,
      userId,
      position: 0,
      status: 'pending' as const,
      epoch: 1,
      vault: random(),
      check: random(),
      address: `0x${randomBytes(20).toString('hex')}`,
      contentHash: random(),
      confirmNonce: random(),
      createdAt: at,
    },
  }
}

async function ring(): Promise<{ file: string; envelope: LiveEnvelope }> {
  const file = join(tempFolder(), 'kek.json')
  return { file, envelope: await createLiveEnvelope({ file, create: true }) }
}

/**
 * Simulates a process that is killed: the query with this number, and all queries after it, throw.
 */
function failingAt(database: Database, query: number): Database {
  let count = 0
  return database.withPlugin({
    transformQuery: ({ node }) => {
      count += 1
      if (count >= query) throw new Error('ended')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

const ended = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => false,
    (error: Error) => {
      if (error.message === 'ended') return true
      throw error
    },
  )

await describeEngines('the stores of the embedded wallet', ({ open, openTogether }) => {
  test('behavior: of many processes that create a user’s wallet, one succeeds and stores it completely', async () => {
    const databases = await openTogether(4)
    const made = await Promise.all(Array.from({ length: 12 }, () => wallet()))
    const results = await Promise.all(
      made.map((one, index) => stores(databases[index % 4] as Database).wallets.create(one)),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    const { wallets, audit } = stores(databases[0] as Database)
    const winner = made[results.indexOf(true)]
    expect((await wallets.find('usr_1'))?.id).toBe(winner?.wallet.id)
    const rows = await (databases[0] as Database).selectFrom('wallet_slots').selectAll().execute()
    expect(rows.map(({ wallet_id }) => wallet_id)).toEqual([winner?.wallet.id, winner?.wallet.id])
    expect(await audit.verify()).toEqual({ rows: 1 })
  })

  test('behavior: of many slots for one epoch one is added; revoking a session deletes its device slot', async () => {
    const databases = await openTogether(4)
    const database = databases[0] as Database
    const { wallets, sessions, audit } = stores(database)
    const made = await wallet()
    await wallets.create(made)
    await wallets.confirm({ userId: 'usr_1', walletId: made.wallet.id, receiptDigest: 'd', now: start })
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        stores(databases[index % 4] as Database).wallets.addSlot({
          slot: { ...(made.slots[0] as WalletSlot), slotId: `slt_${index}_more`, jkt: 'other' },
          now: start,
        }),
      ),
    )
    expect(results.filter((epoch) => epoch === 2)).toHaveLength(1)
    expect(results.filter((epoch) => epoch === undefined)).toHaveLength(11)
    const own = session()
    await sessions.create({ session: own, assertionId: 'a', refreshHash: 'h' })
    const revoke = { id: own.id, event: 'session-revoked' as const, now: start }
    expect(await sessions.revoke({ ...revoke, userId: 'usr_2' })).toBe(false)
    expect(await sessions.revoke({ ...revoke, userId: 'usr_1' })).toBe(true)
    expect(await sessions.revoke({ ...revoke, userId: 'usr_1' })).toBe(false)
    const left = await wallets.slots({ userId: 'usr_1', walletId: made.wallet.id })
    expect(left.map(({ kind, jkt }) => [kind, jkt])).toEqual(
      expect.arrayContaining([
        ['auto', null],
        ['device', 'other'],
      ]),
    )
    expect(left).toHaveLength(2)
    expect((await wallets.find('usr_1'))?.epoch).toBe(3)
    expect((await audit.verify()).brokenAt).toBeUndefined()
  })

  test('behavior: many processes that rotate one refresh token get the same result', async () => {
    const databases = await openTogether(4)
    const { sessions } = stores(databases[0] as Database)
    await sessions.create({ session: session(), assertionId: 'a', refreshHash: 'h0' })
    const results = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        stores(databases[index % 4] as Database).sessions.rotate({
          hash: 'h0',
          nextHash: 'h1',
          jkt: 'jkt',
          now: start + 1,
        }),
      ),
    )
    const kinds = results.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'rotated')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'repeated')).toHaveLength(15)
  })

  test('behavior: a process killed between any two queries leaves no partial write, and a retry has the same result', async () => {
    const database = await open()
    const { wallets, sessions, audit } = stores(database)
    let runs = 0
    for (let user = 0, isComplete = false; !isComplete; user++) {
      const userId = `usr_${user}`
      const made = await wallet({ userId })
      const { walletId } = made.slots[0] as WalletSlot
      const own = session({ userId, id: `ses_${user}` })
      const create = { session: own, assertionId: `a${user}`, refreshHash: `h${user}` }
      const rotate = { hash: `h${user}`, nextHash: `n${user}`, jkt: 'jkt', now: start + 1 }
      const confirm = { userId, walletId, receiptDigest: 'd', now: start }
      const slot = { ...(made.slots[0] as WalletSlot), slotId: `slt_more_${user}`, jkt: 'other' }
      const steps = [
        (from: Database) => stores(from).sessions.create(create),
        (from: Database) => stores(from).wallets.create(made),
        (from: Database) => stores(from).wallets.confirm(confirm),
        (from: Database) => stores(from).wallets.addSlot({ slot, now: start }),
        (from: Database) => stores(from).sessions.rotate(rotate),
      ]
      isComplete = true
      for (const step of steps) {
        const before = await counts(database, userId)
        // Fail at the query with this user's number; for the next user, one query later.
        if (await ended(step(failingAt(database, user + 1)))) {
          isComplete = false
          runs += 1
          expect(await counts(database, userId)).toEqual(before)
        } else continue
        await step(database)
      }
      expect(await counts(database, userId)).toEqual({ sessions: 1, tokens: 2, wallets: 1, slots: 3 })
      expect((await wallets.find(userId))?.epoch).toBe(2)
      expect((await sessions.rotate({ ...rotate, now: start + 2 })).kind).toBe('repeated')
    }
    expect(runs).toBeGreaterThan(15)
    expect((await audit.verify()).brokenAt).toBeUndefined()
  })

  test('behavior: a nonce is held by one request, and is free again once it is released or has expired', async () => {
    const databases = await openTogether(3)
    const lease = (requestId: string, more = {}, index = 0) =>
      stores(databases[index] as Database).nonces.lease({
        userId: 'usr_1',
        chain: 'eip155:1',
        address: '0x1',
        requestId,
        pending: 5,
        now: start,
        expiresAt: start + 60_000,
        ...more,
      })
    const all = await Promise.all(Array.from({ length: 9 }, (_, index) => lease(`r${index}`, {}, index % 3)))
    expect([...all].sort((one, other) => Number(one) - Number(other))).toEqual([
      5, 6, 7, 8, 9, 10, 11, 12, 13,
    ])
    expect(await lease('r0')).toBe(all[0])
    expect(await lease('r0', { pending: 9 })).toBe(all[0])
    const { nonces } = stores(databases[0] as Database)
    await nonces.release({ userId: 'usr_1', requestId: 'r3' })
    expect(await lease('x')).toBe(all[3])
    expect(await lease('y', { chain: 'eip155:10' })).toBe(5)
    expect(await lease('z', { now: start + 60_000, pending: 6 })).toBe(6)
  })

  test('behavior: pending wallets are deleted after a day, active ones stay', async () => {
    const database = await open()
    const { wallets } = stores(database)
    const [stale, fresh, active] = await Promise.all([
      wallet({ userId: 'usr_1' }),
      wallet({ userId: 'usr_2', at: start + 1000 }),
      wallet({ userId: 'usr_3' }),
    ])
    for (const one of [stale, fresh, active]) await wallets.create(one)
    await wallets.confirm({ userId: 'usr_3', walletId: active.wallet.id, receiptDigest: 'd', now: start })
    await wallets.sweep(start + 24 * 60 * 60_000)
    expect(await wallets.find('usr_1')).toBeUndefined()
    expect(await wallets.find('usr_2')).toBeDefined()
    expect(await wallets.find('usr_3')).toBeDefined()
    expect(await wallets.slots({ userId: 'usr_1', walletId: stale.wallet.id })).toEqual([])
    expect(await wallets.slots({ userId: 'usr_2', walletId: fresh.wallet.id })).toHaveLength(2)
  })

  test(`behavior: ${rotatedWallets} wallets are rewrapped under load with five interruptions, and every share can be opened at any time`, async () => {
    const database = await open()
    const { wallets } = stores(database)
    const { file, envelope } = await ring()
    const made = []
    for (let index = 0; index < rotatedWallets; index++) {
      made.push(await wallet({ envelope, userId: `usr_${index}` }))
    }
    await insertSlots(database, made)
    const old = await envelope.primary()
    // The server that reads shares has loaded its key ring before the rotation.
    const reader = await createLiveEnvelope({ file, create: false })
    const primary = await addKey({ file })
    let isDone = false
    let [opened, failed] = [0, 0]
    const load = (async () => {
      while (!isDone) {
        const { slots, share } = made[opened % made.length] as (typeof made)[number]
        const { slotId, walletId, userId } = slots[opened % 2] as WalletSlot
        const isAllowed = () => true
        const slot = await wallets.takeSlot({ userId, walletId, slotId, isAllowed, now: start })
        const value = await reader.open({
          ...(slot as WalletSlot).share,
          place: slotPlace(slot as WalletSlot),
        })
        opened += 1
        if (!Buffer.from(value).equals(share)) failed += 1
      }
    })()
    const job = await createLiveEnvelope({ file, create: false })
    const batch = Math.ceil(rotatedWallets / 10)
    for (let kill = 0; kill < 5; kill++) {
      const killed = rotateSlots({
        database,
        envelope: job,
        batch,
        onBatch: () => {
          throw new Error('ended')
        },
      })
      expect(await ended(killed)).toBe(true)
      expect((await countShares({ database })).get(old)).toBe(rotatedWallets * 2 - batch * (kill + 1))
    }
    // Two simultaneous rotations are safe.
    const [one, other] = await Promise.all([
      rotateSlots({ database, envelope: job, batch }),
      rotateSlots({ database, envelope: reader, batch }),
    ])
    isDone = true
    await load
    expect([one.left, other.left, failed]).toEqual([0, 0, 0])
    expect(opened).toBeGreaterThan(0)
    expect([...(await countShares({ database }))]).toEqual([[primary, rotatedWallets * 2]])
    await removeKey({ file, id: old })
    const rows = await database.selectFrom('wallet_slots').selectAll().execute()
    const shares = new Map(rows.map((row) => [row.slot_id, { kekId: row.kek_id, sealed: row.share }]))
    for (const { slots, share } of made)
      for (const slot of slots) {
        const value = await reader.open({ ...(shares.get(slot.slotId) as Sealed), place: slotPlace(slot) })
        if (!Buffer.from(value).equals(share)) failed += 1
      }
    expect(failed).toBe(0)
  }, 600_000)

  test('behavior: listHeldWallets returns everything the gateway stores of a wallet', async () => {
    const database = await open()
    const { wallets } = stores(database)
    const { envelope } = await ring()
    const one = await wallet({ envelope })
    await wallets.create(one)
    const held = []
    for await (const each of listHeldWallets({ database, envelope })) held.push(each)
    expect(held).toHaveLength(1)
    const [first] = held
    expect(first).toMatchObject({ walletId: one.wallet.id, vault: one.wallet.vault, check: one.wallet.check })
    for (const { share } of first?.slots ?? []) expect(Buffer.from(share ?? [])).toEqual(one.share)
    // The database alone, without the key ring, does not reveal the shares.
    const rows = await database.selectFrom('wallet_slots').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(one.share.toString('base64url'))
    const foreign = createEnvelope({ ring: await loadKeyRing({ file: (await ring()).file, create: false }) })
    for (const { kek_id, share, wallet_id, slot_id, user_id } of rows) {
      const place = slotPlace({ walletId: wallet_id, slotId: slot_id, userId: user_id })
      expect(() => foreign.open({ kekId: kek_id, sealed: share, place })).toThrow()
    }
  })
})

async function counts(database: Database, userId: string) {
  const ids = await database
    .selectFrom('wallet_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  const tokens = await database.selectFrom('wallet_refresh_tokens').select('session_id').execute()
  const wallets = await database
    .selectFrom('embedded_wallets')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  const slots = await database
    .selectFrom('wallet_slots')
    .select('slot_id')
    .where('user_id', '=', userId)
    .execute()
  return {
    sessions: ids.length,
    tokens: tokens.filter(({ session_id }) => ids.some(({ id }) => id === session_id)).length,
    wallets: wallets.length,
    slots: slots.length,
  }
}

/** Inserts the slots as the store would, but without a transaction and an audit row for each. */
async function insertSlots(
  database: Database,
  made: readonly Awaited<ReturnType<typeof wallet>>[],
): Promise<void> {
  const page = 500
  const slots = made.flatMap((one) => one.slots)
  for (let at = 0; at < slots.length; at += page)
    await database
      .insertInto('wallet_slots')
      .values(slots.slice(at, at + page).map(slotToRow))
      .execute()
}

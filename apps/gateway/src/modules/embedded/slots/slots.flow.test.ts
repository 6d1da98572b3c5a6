import { createAuditTrail } from '@portico/server'
import { expect, test } from 'vitest'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { sessionLimits } from '../sessions/isLive.ts'
import { createWalletSessionStore } from '../sessions/store.ts'
import { createEmbeddedWalletStore, type EmbeddedWallet, type WalletSlot } from '../wallets/store.ts'
import { createSlotSweep } from './createSlotSweep.ts'

const start = 1_800_000_000_000
const minute = 60_000
const user = 'usr_1'

function stores(database: Database) {
  const audit = createAuditTrail({ database, secret: Buffer.alloc(32, 5) })
  return {
    audit,
    sessions: createWalletSessionStore({ database, audit }),
    wallets: createEmbeddedWalletStore({ database, audit }),
    sweep: createSlotSweep({ database }),
  }
}

const newSlot = (slotId: string, more: Partial<WalletSlot> = {}): WalletSlot => ({
  walletId: 'wlt_1',
  slotId,
  userId: user,
  kind: 'device',
  jkt: slotId,
  wrap: 'wrap',
  epoch: 1,
  share: { kekId: 'kek', sealed: 'share' },
  createdAt: start,
  lastUsedAt: start,
  ...more,
})

const newWallet = (id: string, userId = user): EmbeddedWallet => ({
  id,
  userId,
  position: 0,
  status: 'pending',
  epoch: 1,
  vault: 'vault',
  check: 'check',
  address: `address of ${id}`,
  contentHash: 'hash',
  confirmNonce: 'nonce',
  createdAt: start,
})

/** Logs in on a device, whose key has the name of its slot. */
async function logIn(database: Database, name: string, at = start, id = name): Promise<void> {
  const session = {
    id: `ses_${id}`,
    userId: user,
    jkt: name,
    projectId: 'local',
    origin: 'http://localhost:4400',
    authTime: at,
    introducedAt: null,
    way: null,
    createdAt: at,
    lastUsedAt: at,
    expiresAt: at + sessionLimits.absoluteMs,
    revokedAt: null,
  }
  await stores(database).sessions.create({ session, assertionId: `a ${id}`, refreshHash: `h ${id}` })
}

/** Creates an active wallet with the slots `founder` and `auto`. */
async function createWallet(database: Database): Promise<void> {
  const { wallets } = stores(database)
  const slots = [newSlot('founder'), newSlot('auto', { kind: 'auto', jkt: null })]
  await wallets.create({ wallet: newWallet('wlt_1'), slots })
  await wallets.confirm({ userId: user, walletId: 'wlt_1', receiptDigest: 'd', now: start })
  await logIn(database, 'founder')
}

/** Adds a slot as the wallet site does: reads the epoch, and tries again if another request was faster. */
async function add(database: Database, slotId: string, more: Partial<WalletSlot> = {}): Promise<void> {
  const { wallets } = stores(database)
  for (;;) {
    const epoch = (await wallets.find(user))?.epoch ?? 0
    const slot = newSlot(slotId, { epoch, ...more })
    if ((await wallets.addSlot({ slot, now: slot.createdAt })) !== undefined) return
  }
}

async function slotsOf(database: Database): Promise<string[]> {
  const slots = await stores(database).wallets.slots({ userId: user, walletId: 'wlt_1' })
  return slots.map(({ slotId }) => slotId)
}

/** Reads the share of a slot, as its device does when it opens the wallet. */
const open = (database: Database, slotId: string, now: number) =>
  stores(database).wallets.takeSlot({ userId: user, walletId: 'wlt_1', slotId, isAllowed: () => true, now })

await describeEngines('the slots of a wallet', ({ open: openOne, openTogether }) => {
  test('behavior: a full wallet gives up its least recently used device slot, one without a live session first', async () => {
    const database = await openOne()
    await createWallet(database)
    for (let index = 0; index < 62; index++) {
      const at = start + 1 + index
      await logIn(database, `d${index}`, at)
      await add(database, `d${index}`, { createdAt: at, lastUsedAt: at })
    }
    expect(await slotsOf(database)).toHaveLength(64)
    // The sessions of d40 and d41 are over; d41 was used less recently. The founder is not used again.
    await open(database, 'd40', start + 2 * minute)
    await open(database, 'd41', start + minute)
    for (const id of ['ses_d40', 'ses_d41'])
      await stores(database).sessions.revoke({ id, userId: user, event: 'sign-out', now: start + 2 * minute })
    const gone: string[] = []
    let before = await slotsOf(database)
    for (let index = 0; index < 5; index++) {
      const name = `next${index}`
      const at = start + 3 * minute + index
      await logIn(database, name, at)
      await add(database, name, { createdAt: at, lastUsedAt: at })
      const after = await slotsOf(database)
      gone.push(...before.filter((slotId) => !after.includes(slotId)))
      expect(after).toHaveLength(64)
      before = after
    }
    expect(gone).toEqual(['d41', 'd40', 'founder', 'd0', 'd1'])
    expect(before).toContain('auto')
    // A device that is online counts as used, though it does not sign.
    await stores(database).sessions.rotate({
      hash: 'h d2',
      nextHash: 'n',
      jkt: 'd2',
      now: start + 5 * minute,
    })
    await add(database, 'last', { createdAt: start + 6 * minute, lastUsedAt: start + 6 * minute })
    expect(await slotsOf(database)).toEqual(expect.arrayContaining(['auto', 'd2', 'last']))
    expect(await slotsOf(database)).not.toContain('d3')
    const events = await database
      .selectFrom('audit')
      .select('subject')
      .where('event', '=', 'slot-replaced')
      .orderBy('seq')
      .execute()
    expect(events.map(({ subject }) => subject)).toEqual([...gone, 'd3'])
  })

  test('behavior: another slot of the same device key replaces it, also in a full wallet', async () => {
    const database = await openOne()
    await createWallet(database)
    for (let index = 0; index < 62; index++) await add(database, `d${index}`)
    await add(database, 'again', { jkt: 'd7' })
    const left = await slotsOf(database)
    expect(left).toHaveLength(64)
    expect(left).toEqual(expect.arrayContaining(['auto', 'founder', 'd6', 'again', 'd8']))
    expect(left).not.toContain('d7')
  })

  test('behavior: many devices that add a slot to a full wallet at once all get one', async () => {
    const databases = await openTogether(4)
    const database = databases[0] as Database
    await createWallet(database)
    for (let index = 0; index < 62; index++) await add(database, `d${index}`)
    await open(database, 'founder', start + minute)
    const names = Array.from({ length: 24 }, (_, index) => `new${index}`)
    await Promise.all(
      names.map(async (name, index) => {
        const own = databases[index % 4] as Database
        await logIn(own, name, start + minute)
        await add(own, name, { createdAt: start + minute, lastUsedAt: start + minute })
      }),
    )
    const left = await slotsOf(database)
    expect(left).toHaveLength(64)
    expect(left).toEqual(expect.arrayContaining(['auto', 'founder', ...names]))
    expect((await stores(database).wallets.find(user))?.epoch).toBe(1 + 62 + 24)
    expect((await stores(database).audit.verify()).brokenAt).toBeUndefined()
  })

  test('behavior: the slots of expired and revoked sessions are swept; those of live sessions and of devices that signed out stay', async () => {
    const database = await openOne()
    await createWallet(database)
    const { sessions, wallets, sweep } = stores(database)
    for (const name of ['idle', 'stolen', 'left', 'back']) {
      await logIn(database, name)
      await add(database, name)
    }
    await sweep(start)
    expect(await slotsOf(database)).toHaveLength(6)
    for (const name of ['left', 'back'])
      await sessions.revoke({ id: `ses_${name}`, userId: user, event: 'sign-out', now: start })
    // A refresh token that is used again after its time was copied, so the session is revoked.
    const rotate = { hash: 'h stolen', nextHash: 'n', jkt: 'stolen' }
    await sessions.rotate({ ...rotate, now: start })
    expect((await sessions.rotate({ ...rotate, now: start + minute })).kind).toBe('reused')
    const epoch = (await wallets.find(user))?.epoch
    await sweep(start + minute)
    expect(await slotsOf(database)).toEqual(
      expect.arrayContaining(['founder', 'auto', 'idle', 'left', 'back']),
    )
    expect(await slotsOf(database)).toHaveLength(5)
    expect((await wallets.find(user))?.epoch).toBe(epoch)
    // A device that logged in again and used its slot: the slot lasts as long as the new session.
    await logIn(database, 'back', start + 2 * minute, 'back again')
    await open(database, 'back', start + 2 * minute)
    await sessions.rotate({
      hash: 'h founder',
      nextHash: 'f',
      jkt: 'founder',
      now: start + 20 * 24 * 60 * minute,
    })
    await sweep(start + sessionLimits.idleMs + 3 * minute)
    expect((await slotsOf(database)).sort()).toEqual(['auto', 'founder', 'left'])
    await sweep(start + sessionLimits.absoluteMs)
    expect((await slotsOf(database)).sort()).toEqual(['auto', 'left'])
  })

  test('behavior: the sweep reaches every wallet, some at a time', async () => {
    const database = await openOne()
    const ids = Array.from({ length: 1100 }, (_, index) => `wlt_${index}`)
    for (let at = 0; at < ids.length; at += 100) {
      const page = ids.slice(at, at + 100)
      await database
        .insertInto('embedded_wallets')
        .values(
          page.map((id) => ({
            id,
            user_id: id,
            position: 0,
            status: 'active' as const,
            epoch: 1,
            vault: '',
            check_mac: '',
            address: id,
            content_hash: '',
            confirm_nonce: '',
            receipt_digest: null,
            created_at: start,
            confirmed_at: start,
          })),
        )
        .execute()
      await database
        .insertInto('wallet_slots')
        .values(
          page.flatMap((id) =>
            (['device', 'auto'] as const).map((kind) => ({
              wallet_id: id,
              slot_id: `${id} ${kind}`,
              user_id: id,
              kind,
              jkt: kind === 'device' ? id : null,
              wrap: '',
              epoch: 1,
              kek_id: '',
              share: '',
              created_at: start,
              last_used_at: start,
            })),
          ),
        )
        .execute()
    }
    const { sweep } = stores(database)
    const left = async () => {
      const rows = await database.selectFrom('wallet_slots').select('kind').execute()
      return [rows.filter(({ kind }) => kind === 'device').length, rows.length]
    }
    const counts = []
    for (let run = 0; run < 3; run++) {
      await sweep(start + run * minute)
      counts.push(await left())
    }
    expect(counts).toEqual([
      [600, 1700],
      [100, 1200],
      [0, 1100],
    ])
  })
})

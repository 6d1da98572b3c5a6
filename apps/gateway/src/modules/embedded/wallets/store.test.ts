import { createAuditTrail } from '@portico/server'
import { expect, test } from 'vitest'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createEmbeddedWalletStore } from './store.ts'

const now = 1_800_000_000_000

function storeOf(database: Database) {
  const audit = createAuditTrail({ database, secret: Buffer.alloc(32, 5) })
  return createEmbeddedWalletStore({ database, audit })
}

/** Creates a pending wallet of a user, by default under one address. */
async function create(database: Database, userId: string, address = '0x1'): Promise<void> {
  const id = `wlt of ${userId}`
  const wallet = {
    id,
    userId,
    position: 0,
    status: 'pending' as const,
    epoch: 1,
    vault: 'vault',
    check: 'check',
    address,
    contentHash: 'hash',
    confirmNonce: 'nonce',
    createdAt: now,
  }
  const slot = {
    walletId: id,
    slotId: 'slot',
    userId,
    kind: 'auto' as const,
    jkt: null,
    wrap: 'wrap',
    epoch: 1,
    share: { kekId: 'kek', sealed: 'share' },
    createdAt: now,
    lastUsedAt: now,
  }
  await storeOf(database).create({ wallet, slots: [slot] })
}

const confirm = (database: Database, userId: string) =>
  storeOf(database).confirm({ userId, walletId: `wlt of ${userId}`, receiptDigest: 'd', now })

await describeEngines('createEmbeddedWalletStore', ({ openTogether }) => {
  test('behavior: of many users who confirm one address at once, one succeeds', async () => {
    const databases = await openTogether(4)
    const users = Array.from({ length: 12 }, (_, index) => `usr_${index}`)
    for (const user of users) await create(databases[0] as Database, user)
    const results = await Promise.all(
      users.map((user, index) => confirm(databases[index % 4] as Database, user)),
    )
    expect(results.filter((result) => result === 'confirmed')).toHaveLength(1)
    expect(results.filter((result) => result === 'taken')).toHaveLength(11)
    const [database] = databases as [Database]
    const winner = users[results.indexOf('confirmed')] as string
    expect(await confirm(database, winner)).toBe('missing')
    const active = await database
      .selectFrom('embedded_wallets')
      .select('user_id')
      .where('status', '=', 'active')
      .execute()
    expect(active).toEqual([{ user_id: winner }])
    await create(database, 'usr_other', '0x2')
    expect(await confirm(database, 'usr_other')).toBe('confirmed')
  })
})

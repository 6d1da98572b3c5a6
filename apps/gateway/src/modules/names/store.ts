import { inTransaction } from '@portico/server'
import type { Database } from '../../database/openDatabase.ts'

/** A name as it is kept. Times in milliseconds. */
export type NameRow = {
  name: string
  /** `<coin type>:<address>`, EVM addresses in lower case: who may change the name. */
  owner: string
  attributes: Readonly<Record<string, string>>
  addresses: readonly { coinType: number; address: string; createdAt: number }[]
  registeredAt: number
  updatedAt: number
}

export type RegisterOutcome = 'registered' | 'taken' | 'owner-has-name' | 'cooling'

/** Names, and what keeps signatures from being used twice. Every promise resolves after the disk has it. */
export type NameStore = {
  addNonce(entry: { nonce: string; expiresAt: number; now: number }): Promise<void>
  /** Takes a nonce away; of two calls at once one gets true. */
  consumeNonce(entry: { nonce: string; now: number }): Promise<boolean>
  /** Remembers what was signed; false if it is remembered already. */
  useSignature(entry: { hash: string; expiresAt: number; now: number }): Promise<boolean>
  /** Of two registrations of one name at the same instant one is `registered`. Its owner may ask again. */
  register(entry: {
    name: string
    owner: string
    coinType: number
    address: string
    now: number
  }): Promise<RegisterOutcome>
  /** False unless the name is the owner's. */
  release(entry: { name: string; owner: string; now: number }): Promise<boolean>
  setAttributes(entry: {
    name: string
    owner: string
    attributes: Readonly<Record<string, string>>
    now: number
  }): Promise<boolean>
  setAddress(entry: {
    name: string
    owner: string
    coinType: number
    address: string
    now: number
  }): Promise<boolean>
  get(name: string): Promise<NameRow | undefined>
  /** The name of an owner. */
  ofOwner(owner: string): Promise<NameRow | undefined>
  /** Which of these are registered. */
  registered(names: readonly string[]): Promise<Set<string>>
}

/** A name that was given up can be had by others after a day: nobody gets what was meant for the one before at once. */
const coolDown = 24 * 3_600_000

/** Names in SQL. What must not happen twice is left to the constraints of the tables, whatever number of processes. */
export function createNameStore({ database }: { database: Database }): NameStore {
  async function read(names: readonly string[]): Promise<NameRow[]> {
    if (names.length === 0) return []
    const rows = await database.selectFrom('names').selectAll().where('name', 'in', names).execute()
    const addresses = await database
      .selectFrom('name_addresses')
      .selectAll()
      .where('name', 'in', names)
      .orderBy('coin_type')
      .execute()
    return rows.map((row) => ({
      name: row.name,
      owner: row.owner,
      attributes: JSON.parse(row.attributes) as Record<string, string>,
      addresses: addresses
        .filter(({ name }) => name === row.name)
        .map(({ coin_type, address, created_at }) => ({
          coinType: coin_type,
          address,
          createdAt: created_at,
        })),
      registeredAt: row.registered_at,
      updatedAt: row.updated_at,
    }))
  }

  return {
    async addNonce({ nonce, expiresAt, now }) {
      await database.deleteFrom('name_nonces').where('expires_at', '<=', now).execute()
      await database.insertInto('name_nonces').values({ nonce, expires_at: expiresAt }).execute()
    },
    async consumeNonce({ nonce, now }) {
      const { numDeletedRows } = await database
        .deleteFrom('name_nonces')
        .where('nonce', '=', nonce)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async useSignature({ hash, expiresAt, now }) {
      await database.deleteFrom('name_signatures').where('expires_at', '<=', now).execute()
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('name_signatures')
        .values({ hash, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },
    register: ({ name, owner, coinType, address, now }) =>
      inTransaction({
        database,
        run: async (transaction) => {
          // Any conflict, of the name or of the owner: the tables decide who was first.
          const { numInsertedOrUpdatedRows = 0n } = await transaction
            .insertInto('names')
            .values({ name, owner, attributes: '{}', registered_at: now, updated_at: now })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
          if (numInsertedOrUpdatedRows === 0n) {
            const holder = await transaction
              .selectFrom('names')
              .select('owner')
              .where('name', '=', name)
              .executeTakeFirst()
            // An answer may have been lost on its way: whoever asks again is told what is.
            if (holder?.owner === owner) return 'registered'
            return holder ? 'taken' : 'owner-has-name'
          }
          // Only now: the insert has waited for a release that was under way, and what it wrote is seen.
          const released = await transaction
            .selectFrom('name_releases')
            .selectAll()
            .where('name', '=', name)
            .executeTakeFirst()
          if (released && released.owner !== owner && released.released_at + coolDown > now) {
            await transaction.deleteFrom('names').where('name', '=', name).execute()
            return 'cooling'
          }
          await transaction
            .insertInto('name_addresses')
            .values({ name, coin_type: coinType, address, created_at: now })
            .execute()
          await transaction.deleteFrom('name_releases').where('name', '=', name).execute()
          return 'registered'
        },
      }),
    release: ({ name, owner, now }) =>
      inTransaction({
        database,
        run: async (transaction) => {
          const { numDeletedRows } = await transaction
            .deleteFrom('names')
            .where('name', '=', name)
            .where('owner', '=', owner)
            .executeTakeFirst()
          if (numDeletedRows === 0n) return false
          await transaction.deleteFrom('name_addresses').where('name', '=', name).execute()
          await transaction
            .deleteFrom('name_releases')
            .where('released_at', '<', now - coolDown)
            .execute()
          await transaction
            .insertInto('name_releases')
            .values({ name, owner, released_at: now })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ owner, released_at: now }))
            .execute()
          return true
        },
      }),
    async setAttributes({ name, owner, attributes, now }) {
      const { numUpdatedRows } = await database
        .updateTable('names')
        .set({ attributes: JSON.stringify(attributes), updated_at: now })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    setAddress: ({ name, owner, coinType, address, now }) =>
      inTransaction({
        database,
        run: async (transaction) => {
          // First, and not only read: it holds the row until the address is written.
          const { numUpdatedRows } = await transaction
            .updateTable('names')
            .set({ updated_at: now })
            .where('name', '=', name)
            .where('owner', '=', owner)
            .executeTakeFirst()
          if (numUpdatedRows === 0n) return false
          await transaction
            .insertInto('name_addresses')
            .values({ name, coin_type: coinType, address, created_at: now })
            .onConflict((conflict) =>
              conflict.columns(['name', 'coin_type']).doUpdateSet({ address, created_at: now }),
            )
            .execute()
          return true
        },
      }),
    get: async (name) => (await read([name]))[0],
    async ofOwner(owner) {
      const found = await database
        .selectFrom('names')
        .select('name')
        .where('owner', '=', owner)
        .executeTakeFirst()
      return found && (await read([found.name]))[0]
    },
    async registered(names) {
      if (names.length === 0) return new Set()
      const rows = await database.selectFrom('names').select('name').where('name', 'in', names).execute()
      return new Set(rows.map(({ name }) => name))
    },
  }
}

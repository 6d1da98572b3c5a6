import { inTransaction } from '@portico/server'
import type { Database } from '../../infra/database/openDatabase.ts'

/** A stored name. Times in milliseconds since the epoch. */
export type NameRow = {
  name: string
  /** Who may change the name: `<coin type>:<address>`, of a smart account `<coin type>:<CAIP-10 account>`; EVM addresses in lower case. */
  owner: string
  attributes: Readonly<Record<string, string>>
  addresses: readonly { coinType: number; address: string; createdAt: number }[]
  registeredAt: number
  updatedAt: number
}

export type RegisterOutcome = 'registered' | 'taken' | 'owner-has-name' | 'cooling'

/** Stores names, and nonces and signatures against replay. Promises resolve after the data is durable. */
export type NameStore = {
  addNonce(entry: { nonce: string; expiresAt: number; now: number }): Promise<void>
  /** Removes a nonce. Of two concurrent calls, only one returns true. */
  consumeNonce(entry: { nonce: string; now: number }): Promise<boolean>
  /** Records a signed text as used. Returns false if it was used before. */
  useSignature(entry: { hash: string; expiresAt: number; now: number }): Promise<boolean>
  /**
   * Registers a name. Of concurrent registrations, one is `registered`. A retry by the owner returns the same result.
   */
  register(entry: {
    name: string
    owner: string
    coinType: number
    address: string
    now: number
  }): Promise<RegisterOutcome>
  /** Releases a name. Returns false if the name does not belong to the owner. */
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
  /** Returns the name of an owner. */
  ofOwner(owner: string): Promise<NameRow | undefined>
  /** Returns which of the names are registered. */
  registered(names: readonly string[]): Promise<Set<string>>
}

/** Time after a release before others can register the name, so that payments to the last owner do not reach them. */
const cooldownMs = 24 * 3_600_000

/** Creates the store of names in SQL. The constraints of the tables ensure uniqueness for any number of processes. */
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
          // Ignore conflicts of both the name and the owner: the constraints decide who was first.
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
            // The response to an earlier request may have been lost: a retry by the owner succeeds.
            if (holder?.owner === owner) return 'registered'
            return holder ? 'taken' : 'owner-has-name'
          }
          // Read this after the insert, which waits for concurrent releases, so that their rows are visible.
          const released = await transaction
            .selectFrom('name_releases')
            .selectAll()
            .where('name', '=', name)
            .executeTakeFirst()
          if (released && released.owner !== owner && released.released_at + cooldownMs > now) {
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
            .where('released_at', '<', now - cooldownMs)
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
          // Update the row first instead of reading it: this locks it until the address is written.
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
      const row = await database
        .selectFrom('names')
        .select('name')
        .where('owner', '=', owner)
        .executeTakeFirst()
      return row && (await read([row.name]))[0]
    },
    async registered(names) {
      if (names.length === 0) return new Set()
      const rows = await database.selectFrom('names').select('name').where('name', 'in', names).execute()
      return new Set(rows.map(({ name }) => name))
    },
  }
}

import type { Kysely, Transaction } from 'kysely'

/**
 * A database or a transaction on it. Functions that use some of its tables take this type: TypeScript infers `Tables` from
 * both, but not from a transaction that is passed as `Kysely<Tables>`.
 */
export type Connection<Tables> = Kysely<Tables> | Transaction<Tables>

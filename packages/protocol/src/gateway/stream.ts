import * as z from 'zod/mini'
import { onrampStatus } from './onramp.ts'

/** A block: its number and hash. */
export const streamBlock = z.strictObject({ number: z.int(), hash: z.string() })

/** The status of a transaction. `unknown`: none of the queried upstreams has it. */
export const streamTxStatus = z.enum(['unknown', 'pending', 'confirmed', 'reverted', 'finalized'])
export type StreamTxStatus = z.infer<typeof streamTxStatus>

const amount = z.strictObject({ decimals: z.string(), numeric: z.string() })
const movement = z.strictObject({
  /** CAIP-19. */
  asset: z.string(),
  from: z.string(),
  to: z.string(),
  /** In base units. */
  amount: z.string(),
})
const transfer = z.strictObject({
  topic: z.string(),
  hash: z.string(),
  /** Absent while the transaction is pending. */
  block: z.optional(streamBlock),
  /** Empty if there are no transfers, or they are not known yet. */
  transfers: z.array(movement),
})

/** The state of a purchase, see `onrampSession`. */
const purchase = z.strictObject({ status: onrampStatus, hash: z.nullable(z.string()) })

/**
 * The events of `GET /v1/stream`, by the name in `event:`. All but `resync` contain their topic, with addresses and
 * hashes in lower case.
 */
export const streamEvents = {
  /**
   * The state of a topic when the stream is opened. For accounts, read the lists over HTTP; the stream reports their
   * changes after `block`.
   */
  snapshot: z.strictObject({
    topic: z.string(),
    block: z.optional(streamBlock),
    status: z.optional(streamTxStatus),
    price: z.optional(z.nullable(z.number())),
    purchase: z.optional(purchase),
  }),
  /** `delta` is the change by the block, in whole units; `quantity` the balance after it. */
  'balance.changed': z.strictObject({
    topic: z.string(),
    /**
     * CAIP-19: `slip44:60` for the native coin (Solana 501, Bitcoin 0), `erc20:0x…`, `erc721:0x…/1`, `erc1155:0x…/1`,
     * `token:<mint>`.
     */
    asset: z.string(),
    quantity: amount,
    delta: z.string(),
    block: streamBlock,
  }),
  'transfer.pending': transfer,
  'transfer.confirmed': transfer,
  'transfer.finalized': transfer,
  /** Included in a block, but failed. */
  'transfer.reverted': transfer,
  /** Older activity of the account was read, down to this block; 0: all of it. Read the list again. */
  'activity.extended': z.strictObject({ topic: z.string(), backfilledTo: z.int() }),
  /**
   * The blocks from `fromBlock` on were replaced. `removed` are the reported transactions of the topic in these
   * blocks.
   */
  reorg: z.strictObject({ topic: z.string(), fromBlock: z.int(), removed: z.array(z.string()) }),
  'tx.status': z.strictObject({
    topic: z.string(),
    status: streamTxStatus,
    block: z.optional(streamBlock),
  }),
  /** The state of a purchase has changed; read the session for the rest. */
  'onramp.status': z.strictObject({ topic: z.string(), ...purchase.shape }),
  /** In US dollars; null if there is no price any more. */
  price: z.strictObject({ topic: z.string(), price: z.nullable(z.number()) }),
  /** Sent with every block; `stale` while no blocks arrive. */
  'chain.health': z.strictObject({
    topic: z.string(),
    status: z.enum(['ok', 'stale']),
    block: z.optional(streamBlock),
  }),
  /** Events may have been missed: refetch everything. */
  resync: z.strictObject({ reason: z.enum(['unknown-id', 'slow', 'lost']) }),
} as const
export type StreamEventName = keyof typeof streamEvents
export type StreamEvent<Name extends StreamEventName = StreamEventName> = z.infer<(typeof streamEvents)[Name]>

/** `POST /v1/stream/tickets`: a ticket that opens one stream within a minute, instead of the project ID. */
export const streamTicketResponse = z.object({
  ticket: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.int(),
})
export type StreamTicketResponse = z.infer<typeof streamTicketResponse>

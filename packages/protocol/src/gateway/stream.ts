import * as z from 'zod/mini'

/** A block: its number and hash. */
export const streamBlock = z.strictObject({ number: z.int(), hash: z.string() })

/** How far a transaction is; `unknown` to the nodes that were asked. */
export const streamTxStatus = z.enum(['unknown', 'pending', 'confirmed', 'reverted', 'finalized'])
export type StreamTxStatus = z.infer<typeof streamTxStatus>

const amount = z.strictObject({ decimals: z.string(), numeric: z.string() })
const movement = z.strictObject({
  /** CAIP-19. */
  asset: z.string(),
  from: z.string(),
  to: z.string(),
  /** Base units. */
  amount: z.string(),
})
const transfer = z.strictObject({
  topic: z.string(),
  hash: z.string(),
  /** Absent while it waits. */
  block: z.optional(streamBlock),
  /** Empty where nothing was moved, or it is not known yet. */
  transfers: z.array(movement),
})

/**
 * The events of `GET /v1/stream`, by the name in `event:`. Each but `resync` says the topic it belongs to, with addresses
 * and hashes in lower case.
 */
export const streamEvents = {
  /**
   * Where a topic stands as the stream begins. Lists of an account are read over HTTP; `block` is the one from which on
   * their changes are told.
   */
  snapshot: z.strictObject({
    topic: z.string(),
    block: z.optional(streamBlock),
    status: z.optional(streamTxStatus),
    price: z.optional(z.nullable(z.number())),
  }),
  /** `delta` is what the block changed, in whole units; `quantity` is what is held after it. */
  'balance.changed': z.strictObject({
    topic: z.string(),
    /** CAIP-19: `slip44:60` the coin (Solana 501, Bitcoin 0), `erc20:0x…`, `erc721:0x…/1`, `erc1155:0x…/1`, `token:<mint>`. */
    asset: z.string(),
    quantity: amount,
    delta: z.string(),
    block: streamBlock,
  }),
  'transfer.pending': transfer,
  'transfer.confirmed': transfer,
  'transfer.finalized': transfer,
  /** Mined, and failed. */
  'transfer.reverted': transfer,
  /** Blocks from `fromBlock` on are others now; `removed` are the transactions of the topic that were told of in them. */
  reorg: z.strictObject({ topic: z.string(), fromBlock: z.int(), removed: z.array(z.string()) }),
  'tx.status': z.strictObject({
    topic: z.string(),
    status: streamTxStatus,
    block: z.optional(streamBlock),
  }),
  /** In US dollars; null: there is none any more. */
  price: z.strictObject({ topic: z.string(), price: z.nullable(z.number()) }),
  /** With every block; `stale` while none comes. */
  'chain.health': z.strictObject({
    topic: z.string(),
    status: z.enum(['ok', 'stale']),
    block: z.optional(streamBlock),
  }),
  /** Something may have been missed: read everything again. */
  resync: z.strictObject({ reason: z.enum(['unknown-id', 'slow', 'lost']) }),
} as const
export type StreamEventName = keyof typeof streamEvents
export type StreamEvent<Name extends StreamEventName = StreamEventName> = z.infer<(typeof streamEvents)[Name]>

/** `POST /v1/stream/tickets`: opens one stream within a minute, in place of the project. */
export const streamTicketResponse = z.object({
  ticket: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.int(),
})
export type StreamTicketResponse = z.infer<typeof streamTicketResponse>

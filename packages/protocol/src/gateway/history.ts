import * as z from 'zod/mini'

export const transactionStatus = z.enum(['confirmed', 'failed', 'pending'])
export type TransactionStatus = z.infer<typeof transactionStatus>

export const transferDirection = z.enum(['in', 'out', 'self'])
export type TransferDirection = z.infer<typeof transferDirection>

/** A transfer of a token or NFT within a transaction. `quantity.numeric` is in whole tokens. */
export const transfer = z.object({
  fungible_info: z.optional(
    z.object({
      name: z.string(),
      symbol: z.string(),
      icon: z.optional(z.nullable(z.object({ url: z.nullable(z.string()) }))),
    }),
  ),
  nft_info: z.optional(
    z.object({
      name: z.string(),
      content: z.optional(
        z.nullable(
          z.object({ preview: z.object({ url: z.string(), content_type: z.nullable(z.string()) }) }),
        ),
      ),
      flags: z.object({ is_spam: z.boolean() }),
    }),
  ),
  direction: transferDirection,
  quantity: z.object({ numeric: z.string() }),
  value: z.optional(z.nullable(z.number())),
  price: z.optional(z.nullable(z.number())),
})
export type Transfer = z.infer<typeof transfer>

/** One call of a batch, as the account has signed it: `operationType` is send, approve or execute. */
export const transactionCall = z.object({
  operationType: z.string(),
  /** The recipient of a payment, or the called contract. */
  sentTo: z.string(),
  /** As in `metadata` of the transaction. */
  isPayment: z.boolean(),
  /** What was paid. */
  transfer: z.optional(transfer),
})
export type TransactionCall = z.infer<typeof transactionCall>

/**
 * A transaction of an account. `operationType` is send, receive, mint, burn, approve, trade, deploy, execute, upgrade or downgrade
 * (the account was given its code, or it was taken away: EIP-7702), revoke or revokeAll (a permission of the account, or all of them,
 * ended: ERC-7710); some sources add deposit, withdraw, borrow, repay and claim. If it
 * is send, the account has signed the payment to `sentTo`, which is empty if there are several: they are in `calls`. `minedAt` is
 * ISO 8601, `chain` a CAIP-2 ID.
 */
export const transaction = z.object({
  id: z.string(),
  metadata: z.object({
    operationType: z.string(),
    hash: z.string(),
    minedAt: z.string(),
    sentFrom: z.string(),
    sentTo: z.string(),
    status: transactionStatus,
    nonce: z.number(),
    application: z.optional(
      z.nullable(z.object({ name: z.nullable(z.string()), iconUrl: z.nullable(z.string()) })),
    ),
    chain: z.string(),
    /**
     * Whether the account itself signed the transaction: on EVM networks it is `from`, or it has signed a user operation in it
     * (ERC-4337) with its own key; on Solana it is a signer, on Bitcoin among the inputs. Anybody can have a contract report
     * transfers of the account.
     */
    isOwn: z.optional(z.boolean()),
    /**
     * Whether the account itself has paid `sentTo`, in the coin or a listed token. Only such recipients are known to it: a site
     * can have a visitor send a worthless token to any address.
     */
    isPayment: z.optional(z.boolean()),
  }),
  transfers: z.nullable(z.array(transfer)),
  /** The calls of a batch that does more than one thing, in order. A batch with one payment or one swap is like a plain transaction. */
  calls: z.optional(z.array(transactionCall)),
  /** What the account paid in a token, instead of the network's coin, to have the transaction made. */
  fee: z.optional(transfer),
})
export type Transaction = z.infer<typeof transaction>

/**
 * How complete the history of a chain is. `coins` is the source of native coin transfers: `traces` and
 * `transfers-api` include transfers made by contracts; `search` and `blocks` include only transactions; `head` only
 * those of the newest blocks; `indexer` is another server. `backfilledTo` is the block from which on the history is
 * complete; 0: all of it. `isCompleting`: older blocks are being read in the background; the stream reports each step as
 * `activity.extended`.
 */
export const historyCoverage = z.record(
  z.string(),
  z.object({
    coins: z.enum(['traces', 'search', 'transfers-api', 'blocks', 'head', 'indexer']),
    backfilledTo: z.number(),
    isCompleting: z.optional(z.boolean()),
  }),
)
export type HistoryCoverage = z.infer<typeof historyCoverage>

/**
 * `GET /v1/account/{address}/history`: newest first. `next` is an opaque cursor, null on the last page. `coverage` is
 * by chain.
 */
export const historyResponse = z.object({
  data: z.array(transaction),
  next: z.nullable(z.string()),
  coverage: z.optional(historyCoverage),
})
export type HistoryResponse = z.infer<typeof historyResponse>

import * as z from 'zod/mini'

// The members of JSON-RPC results that are used. See https://solana.com/docs/rpc/http

/** A slot or a small count. */
const count = z.int().check(z.nonnegative())
/** An amount of lamports, as a bigint. */
const u64 = z.pipe(
  z.union([count, z.bigint()]),
  z.transform((value) => BigInt(value)),
)
const digits = z.string().check(z.regex(/^\d{1,20}$/))
const address = z.string().check(z.minLength(32), z.maxLength(44))
const decimals = z.int().check(z.minimum(0), z.maximum(255))

export const inContext = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ context: z.object({ slot: count }), value })

export const lamports = u64
export const slot = count
export const latestBlockhash = inContext(z.object({ blockhash: z.string().check(z.maxLength(64)) }))

export const tokenAccounts = inContext(
  z.array(
    z.object({
      pubkey: address,
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ mint: address, tokenAmount: z.object({ amount: digits, decimals }) }),
          }),
        }),
      }),
    }),
  ),
)
export type TokenAccount = z.infer<typeof tokenAccounts>['value'][number]

const metadataState = z.object({ name: z.string(), symbol: z.string(), uri: z.string() })
/** Mints (`jsonParsed`); accounts of other types and missing ones are null. */
export const mints = inContext(
  z.array(
    z.catch(
      z.nullable(
        z.object({
          data: z.object({
            parsed: z.object({
              type: z.literal('mint'),
              info: z.object({
                decimals,
                supply: digits,
                extensions: z.optional(
                  z.array(z.object({ extension: z.string(), state: z.optional(z.unknown()) })),
                ),
              }),
            }),
          }),
        }),
      ),
      null,
    ),
  ),
)
export const tokenMetadataState = metadataState

/** Accounts with base64 data. */
export const rawAccounts = inContext(
  z.array(
    z.nullable(
      z.object({
        owner: address,
        data: z.tuple([z.string().check(z.maxLength(100_000)), z.literal('base64')]),
      }),
    ),
  ),
)

export const signatures = z.array(
  z.object({
    signature: z.string().check(z.minLength(64), z.maxLength(90)),
    slot: count,
    blockTime: z.optional(z.nullable(z.int())),
    err: z.unknown(),
  }),
)
export type SignatureRow = z.infer<typeof signatures>[number]

const tokenBalances = z.optional(
  z.nullable(
    z.array(
      z.object({
        accountIndex: count,
        mint: address,
        owner: z.optional(address),
        uiTokenAmount: z.object({ amount: digits, decimals }),
      }),
    ),
  ),
)

/** A transaction (`jsonParsed`); null if unknown. */
export const transaction = z.nullable(
  z.object({
    slot: count,
    blockTime: z.optional(z.nullable(z.int())),
    meta: z.nullable(
      z.object({
        err: z.unknown(),
        fee: u64,
        preBalances: z.array(u64),
        postBalances: z.array(u64),
        preTokenBalances: tokenBalances,
        postTokenBalances: tokenBalances,
      }),
    ),
    transaction: z.object({
      message: z.object({ accountKeys: z.array(z.object({ pubkey: address, signer: z.boolean() })) }),
    }),
  }),
)
export type SolanaTransaction = NonNullable<z.infer<typeof transaction>>

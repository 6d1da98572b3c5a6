import { BaseError } from '@portico/protocol'
import type { Dispatcher } from 'undici'
import * as z from 'zod/mini'
import { createSwapService, type SwapService } from './createSwapService.ts'
import { toSlippageBps } from './toSlippageBps.ts'

const key = z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** Base units of a token on Solana: decimal text below 2^64. */
const tokenUnits = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text: string, { issues }) => {
    const amount = BigInt(text)
    if (amount >> 64n === 0n) return amount
    issues.push({ code: 'custom', message: 'The amount is too large.', input: text })
    return z.NEVER
  }),
)
const instruction = z.object({
  programId: key,
  accounts: z
    .array(z.object({ pubkey: key, isSigner: z.boolean(), isWritable: z.boolean() }))
    .check(z.maxLength(256)),
  /** Base64; a transaction has at most 1232 bytes. */
  data: z.string().check(z.maxLength(1644), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
})
const instructions = z.array(instruction).check(z.maxLength(32))

/**
 * `GET /swap/v2/build`: a route and its instructions, without Jupiter's fee.
 *
 * @see https://dev.jup.ag/docs/swap/build
 */
const buildAnswer = z.object({
  inputMint: key,
  outputMint: key,
  inAmount: tokenUnits,
  outAmount: tokenUnits,
  /** The least that the swap instruction lets arrive. */
  otherAmountThreshold: tokenUnits,
  swapMode: z.literal('ExactIn'),
  slippageBps: z.int().check(z.gte(0), z.lte(10_000)),
  computeBudgetInstructions: instructions,
  setupInstructions: instructions,
  swapInstruction: instruction,
  cleanupInstruction: z.nullish(instruction),
  otherInstructions: instructions,
  /** Pays for being included by Jupiter itself; only if it was asked for. */
  tipInstruction: z.nullish(z.null()),
  /** The accounts of each lookup table; null if the route needs none. */
  addressesByLookupTableAddress: z.nullish(z.record(key, z.array(key).check(z.maxLength(256)))),
  blockhashWithMetadata: z.optional(
    z.object({
      blockhash: z.array(z.int().check(z.gte(0), z.lte(255))).check(z.length(32)),
      lastValidBlockHeight: z.int().check(z.gte(0)),
    }),
  ),
})
/** A route of Jupiter, and the instructions of its transaction. What they do is not verified. */
export type JupiterBuild = z.infer<typeof buildAnswer>

type JupiterQuery = {
  /** Mints; the coin is the wrapped coin's mint. */
  from: string
  to: string
  amount: bigint
  account: string
  slippageBps: number
  /** Epoch milliseconds. */
  deadline: number
}

/** In hundredths of a percent. */
const mostSlippage = 5000

/** Creates the connection to Jupiter. Its address is not configurable, because the key must not go to another host. */
export function createJupiterService({
  key: apiKey,
  dispatcher,
  url = 'https://api.jup.ag',
}: {
  key: string
  dispatcher: Dispatcher
  /** Only tests set it. */
  url?: string
}): SwapService {
  return createSwapService({ url, headers: { 'x-api-key': apiKey }, dispatcher })
}

/**
 * Asks Jupiter for a route and its instructions. Returns undefined if it has no route.
 *
 * @throws {BaseError} if Jupiter fails, or answers for another swap.
 */
export async function jupiterBuild(
  service: SwapService,
  { from, to, amount, account, slippageBps, deadline }: JupiterQuery,
): Promise<JupiterBuild | undefined> {
  const answer = await service.request({
    path: '/swap/v2/build',
    search: {
      inputMint: from,
      outputMint: to,
      amount: `${amount}`,
      taker: account,
      slippageBps: `${slippageBps}`,
    },
    schema: buildAnswer,
    deadline,
  })
  if (!answer) return undefined
  const { inputMint, outputMint, inAmount, outAmount, otherAmountThreshold } = answer
  if (inputMint !== from || outputMint !== to || inAmount !== amount || answer.slippageBps !== slippageBps)
    throw new BaseError('Jupiter answered for another swap.')
  if (outAmount < otherAmountThreshold) throw new BaseError('Jupiter answered with a wrong minimum.')
  return answer
}

/**
 * Asks Jupiter for the instructions of a swap that returns at least `minimum`.
 *
 * @throws {BaseError} if Jupiter fails, or no longer offers the minimum.
 */
export async function jupiterBuildFor(
  service: SwapService,
  { minimum, ...query }: Omit<JupiterQuery, 'slippageBps'> & { minimum: bigint },
): Promise<JupiterBuild> {
  const offer = await jupiterBuild(service, { ...query, slippageBps: 0 })
  if (!offer) throw new BaseError('Jupiter no longer has a route.')
  const slippageBps = toSlippageBps({ offered: offer.outAmount, minimum, most: mostSlippage })
  const build = await jupiterBuild(service, { ...query, slippageBps })
  if (!build || build.otherAmountThreshold < minimum)
    throw new BaseError('Jupiter no longer offers the minimum.')
  return build
}

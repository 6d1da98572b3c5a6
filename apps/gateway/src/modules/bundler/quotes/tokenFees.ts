import { createHmac } from 'node:crypto'
import { isEqualSecret } from '@portico/server'
import * as z from 'zod/mini'
import type { FeeToken } from '../../../infra/config/SponsorConfig.ts'

const amount = z.string().check(z.regex(/^\d{1,200}$/))

/** What gas costs in a token until a time: the body of a quote's ID. */
const body = z.object({
  chain: z.string(),
  sender: z.string(),
  token: z.string(),
  /** Smallest units of the token for so much gas. */
  units: amount,
  gas: amount,
  /** The fees of the operation that it was asked for, in wei: it holds for no higher ones. */
  maxFeePerGas: amount,
  maxPriorityFeePerGas: amount,
  /** Seconds since the epoch. */
  expiresAt: z.number(),
})

/** The price of gas in a token. */
export type FeePrice = z.infer<typeof body>

/** Seconds that a price holds. */
export const feePriceSeconds = 60

/** Returns the price of gas in a token, with the operator's markup. */
export function priceOf({
  weiPerGas,
  rate,
  markupPercent,
  ...of
}: {
  weiPerGas: bigint
  rate: NonNullable<FeeToken['rate']>
  markupPercent: number
} & Omit<FeePrice, 'units' | 'gas'>): FeePrice {
  return {
    ...of,
    units: (weiPerGas * rate.units * BigInt(100 + markupPercent)).toString(),
    gas: (rate.wei * 100n).toString(),
  }
}

/** Returns what so much gas costs, rounded up. */
export function feeOf(price: Pick<FeePrice, 'units' | 'gas'>, gas: bigint): bigint {
  const per = BigInt(price.gas)
  return (gas * BigInt(price.units) + per - 1n) / per
}

/** Writes a price as the ID of a quote, which clients can neither forge nor change. */
export function writeFeeQuote(price: FeePrice, secret: Buffer): string {
  const text = Buffer.from(JSON.stringify(price)).toString('base64url')
  return `${text}.${sign(text, secret).toString('base64url')}`
}

/** Reads the ID of a quote; undefined if it is malformed or forged. */
export function readFeeQuote(id: string, secret: Buffer): FeePrice | undefined {
  const [text = '', mac = ''] = id.split('.')
  if (!isEqualSecret(Buffer.from(mac, 'base64url'), sign(text, secret))) return undefined
  const read = body.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return read.success ? read.data : undefined
}

function sign(text: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`fee-quote\n${text}`).digest().subarray(0, 16)
}

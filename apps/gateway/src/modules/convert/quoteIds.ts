/*
 * The ID of a quote: which provider has offered what for which swap until when. It is JSON in base64url with an HMAC-SHA-256, so
 * that processes need not share quotes, and clients can neither forge nor change one.
 */
import { createHmac } from 'node:crypto'
import { isEqualSecret } from '@portico/server'
import * as z from 'zod/mini'

const body = z.object({
  provider: z.string(),
  /** The swap: network, account, tokens and amount. */
  swap: z.string(),
  minimum: z.string().check(z.regex(/^\d{1,78}$/)),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
})

/** What the ID of a quote says. */
export type QuoteId = z.infer<typeof body>

const macBytes = 16

/** Serialises the ID of a quote. */
export function writeQuoteId({ quote, secret }: { quote: QuoteId; secret: Buffer }): string {
  const text = Buffer.from(JSON.stringify(quote)).toString('base64url')
  return `${text}.${sign(text, secret).toString('base64url')}`
}

/** Parses the ID of a quote; undefined if it is malformed or forged. */
export function readQuoteId({ id, secret }: { id: string; secret: Buffer }): QuoteId | undefined {
  const [text = '', mac = ''] = id.split('.')
  if (!isEqualSecret(Buffer.from(mac, 'base64url'), sign(text, secret))) return undefined
  const read = body.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return read.success ? read.data : undefined
}

function sign(text: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`swap-quote\n${text}`).digest().subarray(0, macBytes)
}

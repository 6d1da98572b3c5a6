import { createHmac, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'

const macBytes = 16

/**
 * Writes where a list was left as a text clients pass on and cannot change: JSON in base64url with an HMAC-SHA-256, so
 * that nobody can make the server start at a place of their choice or depend on the inside of it.
 *
 * @param purpose the list: a cursor of one is none of another.
 */
export function writeSignedCursor({
  value,
  purpose,
  secret,
}: {
  value: unknown
  purpose: string
  secret: Buffer
}): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${sign(text, purpose, secret).toString('base64url')}`
}

/** Reads one back; undefined if it is not one of ours. */
export function readSignedCursor<Schema extends z.ZodMiniType>({
  cursor,
  purpose,
  secret,
  schema,
}: {
  cursor: string
  purpose: string
  secret: Buffer
  schema: Schema
}): z.output<Schema> | undefined {
  const [text = '', mac = ''] = cursor.split('.')
  const given = Buffer.from(mac, 'base64url')
  // In constant time, so that the signature cannot be guessed byte by byte.
  if (given.length !== macBytes || !timingSafeEqual(given, sign(text, purpose, secret))) return undefined
  const read = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return read.success ? read.data : undefined
}

function sign(text: string, purpose: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest().subarray(0, macBytes)
}

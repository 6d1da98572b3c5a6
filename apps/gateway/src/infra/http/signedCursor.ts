import { createHmac } from 'node:crypto'
import { isEqualSecret } from '@portico/server'
import type * as z from 'zod/mini'

const macBytes = 16

/**
 * Encodes the position in a list as an opaque cursor: JSON in base64url with a truncated HMAC-SHA-256, so that clients
 * cannot forge a position or depend on the format.
 *
 * @param purpose name of the list: a cursor of one list is not valid for another.
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

/** Decodes a cursor. Returns undefined if its signature or its content is not valid for this list. */
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
  if (!isEqualSecret(Buffer.from(mac, 'base64url'), sign(text, purpose, secret))) return undefined
  const result = schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  return result.success ? result.data : undefined
}

function sign(text: string, purpose: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest().subarray(0, macBytes)
}

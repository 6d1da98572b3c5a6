/*
 * The cursor of a list merged from several chains: for each chain, the position reached and a block to recognise
 * reorganisations by. It is JSON in base64url with an HMAC-SHA-256, so that clients can neither forge a position nor
 * depend on the format.
 */
import { createHash, createHmac } from 'node:crypto'
import { isEqualSecret } from '@portico/server'
import * as z from 'zod/mini'
import type { BlockId } from '../BlockId.ts'

/** A position in a chain's activity: everything newer has been returned. */
export type Position = {
  block: number
  index: number
  /** The lowest block returned so far: if the chain no longer has it, the cursor is stale. */
  anchor: BlockId
}

/** By chain; null where the list is complete. */
export type Positions = Record<string, Position | null>

const body = z.object({
  v: z.literal(1),
  f: z.string(),
  p: z.record(z.string(), z.nullable(z.tuple([z.int(), z.int(), z.int(), z.string()]))),
})

const macBytes = 16

/** Serialises positions as a cursor. `filter` identifies the list, so that the cursor is valid for no other. */
export function writeCursor({
  positions,
  filter,
  secret,
}: {
  positions: Positions
  filter: string
  secret: Buffer
}): string {
  const p = Object.fromEntries(
    Object.entries(positions).map(([chain, position]) => [
      chain,
      position && [position.block, position.index, position.anchor.number, position.anchor.hash],
    ]),
  )
  const text = Buffer.from(JSON.stringify({ v: 1, f: fingerprint(filter), p })).toString('base64url')
  return `${text}.${sign(text, secret).toString('base64url')}`
}

/** Parses a cursor; undefined if it is malformed, forged, or belongs to another list. */
export function readCursor({
  cursor,
  filter,
  secret,
}: {
  cursor: string
  filter: string
  secret: Buffer
}): Positions | undefined {
  const [text = '', mac = ''] = cursor.split('.')
  if (!isEqualSecret(Buffer.from(mac, 'base64url'), sign(text, secret))) return undefined
  const read = body.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  if (!read.success || read.data.f !== fingerprint(filter)) return undefined
  return Object.fromEntries(
    Object.entries(read.data.p).map(([chain, position]) => {
      if (!position) return [chain, null]
      const [block, index, number, hash] = position
      return [chain, { block, index, anchor: { number, hash } }]
    }),
  )
}

function sign(text: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`history-cursor\n${text}`).digest().subarray(0, macBytes)
}

function fingerprint(filter: string): string {
  return createHash('sha256').update(filter).digest('base64url').slice(0, 11)
}

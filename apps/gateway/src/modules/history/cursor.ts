/*
 * The cursor of a list that several chains feed: for each chain the place that was reached, and the last block the reader
 * has seen. JSON in base64url with an HMAC-SHA-256, so that nobody can make the server start at a place of their choice
 * or depend on the inside of it.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { BlockId } from '../../indexer/store.ts'

/** The place in a chain: everything before it (newer) has been given out. */
export type Place = {
  block: number
  index: number
  /** The lowest block whose content has been given out: if it is gone, so may be what was read. */
  anchor: BlockId
}

/** By chain; null where the first block has been reached. */
export type Places = Record<string, Place | null>

const body = z.object({
  v: z.literal(1),
  f: z.string(),
  p: z.record(z.string(), z.nullable(z.tuple([z.int(), z.int(), z.int(), z.string()]))),
})

const macBytes = 16

/** Writes places as a text. `filter` is what the list was asked with. */
export function writeCursor({
  places,
  filter,
  secret,
}: {
  places: Places
  filter: string
  secret: Buffer
}): string {
  const p = Object.fromEntries(
    Object.entries(places).map(([chain, place]) => [
      chain,
      place && [place.block, place.index, place.anchor.number, place.anchor.hash],
    ]),
  )
  const text = Buffer.from(JSON.stringify({ v: 1, f: fingerprint(filter), p })).toString('base64url')
  return `${text}.${sign(text, secret).toString('base64url')}`
}

/** Reads a cursor; undefined if it is not one of ours, or was given out for another list. */
export function readCursor({
  cursor,
  filter,
  secret,
}: {
  cursor: string
  filter: string
  secret: Buffer
}): Places | undefined {
  const [text = '', mac = ''] = cursor.split('.')
  const given = Buffer.from(mac, 'base64url')
  // In constant time, so that the signature cannot be guessed byte by byte.
  if (given.length !== macBytes || !timingSafeEqual(given, sign(text, secret))) return undefined
  const read = body.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  if (!read.success || read.data.f !== fingerprint(filter)) return undefined
  return Object.fromEntries(
    Object.entries(read.data.p).map(([chain, place]) => {
      if (!place) return [chain, null]
      const [block, index, number, hash] = place
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

import { RpcError } from '@portico/protocol'
import { Problem } from '../../infra/http/Problem.ts'
import type { Position } from '../shared/activity/cursor.ts'
import { mapLimited } from '../shared/mapLimited.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { type SignatureRow, signatures } from './solanaSchemas.ts'

/** A row of the merged list, with the position after it. */
export type PositionedRow = SignatureRow & { after: Position }

const concurrent = 8
const maxSize = 1000

/**
 * Reads the merged signature lists of several addresses after a position, newest first. Within a slot, rows are sorted
 * by signature, as upstreams do not return their order.
 *
 * @returns the rows; `isComplete` if none follow the last one.
 * @throws {Problem} `cursor-stale` if the upstream no longer has the position.
 */
export async function readSignatures({
  client,
  addresses,
  position,
  limit,
  deadline,
}: {
  client: SolanaClient
  addresses: readonly string[]
  position: Position
  limit: number
  deadline: number
}): Promise<{ rows: PositionedRow[]; isComplete: boolean }> {
  const before = position.anchor.hash
  async function read(size: number) {
    const lists = await mapLimited({
      items: addresses,
      limit: concurrent,
      timeoutMs: deadline - Date.now(),
      map: (address) =>
        client.ask(
          {
            method: 'getSignaturesForAddress',
            params: [address, { limit: size, commitment: 'confirmed', ...(before ? { before } : {}) }],
            schema: signatures,
          },
          { deadline },
        ),
    })
    // A full list may be missing signatures of its last slot.
    const floor = lists.reduce(
      (high, list) => (list && list.length >= size ? Math.max(high, list.at(-1)?.slot ?? 0) : high),
      -1,
    )
    if (lists.some((list) => list === undefined))
      throw new Error('the upstream did not list all signatures in time')
    const merged = new Map(lists.flatMap((list) => (list ?? []).map((row) => [row.signature, row] as const)))
    return { floor, merged: [...merged.values()] }
  }

  const size = Math.min(maxSize, Math.max(20, limit + position.index + 1))
  let { floor, merged } = await read(size).catch((error) => {
    throw before !== '' && error instanceof RpcError ? new Problem('cursor-stale') : error
  })
  const isNew = ({ slot }: SignatureRow) => slot > floor && slot <= position.block
  if (floor >= 0 && merged.filter(isNew).length <= position.index) {
    ;({ floor, merged } = await read(maxSize))
    // A thousand signatures in one slot: treat it as complete, or the list would never advance.
    if (merged.filter(isNew).length <= position.index) floor--
  }
  const sorted = merged
    .filter(({ slot }) => slot > floor)
    .sort((a, b) => b.slot - a.slot || (a.signature < b.signature ? -1 : 1))
  const rows: PositionedRow[] = []
  let { anchor } = position
  let index = 0
  for (const [at, row] of sorted.entries()) {
    const newer = sorted[at - 1]
    if (newer && newer.slot > row.slot) {
      anchor = { number: newer.slot, hash: newer.signature }
      index = 0
    }
    index++
    if (row.slot > position.block || (row.slot === position.block && index <= position.index)) continue
    rows.push({ ...row, after: { block: row.slot, index, anchor } })
  }
  return { rows: rows.slice(0, limit), isComplete: floor < 0 && rows.length <= limit }
}

import { RpcError } from '@portico/protocol'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Place } from '../../modules/history/cursor.ts'
import { mapLimited } from '../../modules/rpc/mapLimited.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { type SignatureRow, signatures } from './solanaSchemas.ts'

/** A row of the merged list with the place after it. */
export type PlacedRow = SignatureRow & { after: Place }

const concurrent = 8
const most = 1000

/**
 * What comes after a place in the merged lists of several addresses, newest first; of one slot in the order of the
 * signatures, as nobody says the other one.
 *
 * @returns `isWhole`: there is nothing after the last row.
 * @throws {HttpProblem} `cursor-stale` if the node does not know the place any more.
 */
export async function readSignatures({
  client,
  addresses,
  place,
  limit,
  deadline,
}: {
  client: SolanaClient
  addresses: readonly string[]
  place: Place
  limit: number
  deadline: number
}): Promise<{ rows: PlacedRow[]; isWhole: boolean }> {
  const before = place.anchor.hash
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
    // A list that ends because it is full says nothing about the slot of its last row.
    const floor = lists.reduce(
      (high, list) => (list && list.length >= size ? Math.max(high, list.at(-1)?.slot ?? 0) : high),
      -1,
    )
    if (lists.some((list) => list === undefined)) throw new Error('the node did not list all in time')
    const merged = new Map(lists.flatMap((list) => (list ?? []).map((row) => [row.signature, row] as const)))
    return { floor, merged: [...merged.values()] }
  }

  const size = Math.min(most, Math.max(20, limit + place.index + 1))
  let { floor, merged } = await read(size).catch((error) => {
    throw before !== '' && error instanceof RpcError ? new HttpProblem('cursor-stale') : error
  })
  const isNew = ({ slot }: SignatureRow) => slot > floor && slot <= place.block
  if (floor >= 0 && merged.filter(isNew).length <= place.index) {
    ;({ floor, merged } = await read(most))
    // A thousand in one slot: it is taken as whole, or the list would never go on.
    if (merged.filter(isNew).length <= place.index) floor--
  }
  const sorted = merged
    .filter(({ slot }) => slot > floor)
    .sort((a, b) => b.slot - a.slot || (a.signature < b.signature ? -1 : 1))
  const rows: PlacedRow[] = []
  let { anchor } = place
  let index = 0
  for (const [at, row] of sorted.entries()) {
    const newer = sorted[at - 1]
    if (newer && newer.slot > row.slot) {
      anchor = { number: newer.slot, hash: newer.signature }
      index = 0
    }
    index++
    if (row.slot > place.block || (row.slot === place.block && index <= place.index)) continue
    rows.push({ ...row, after: { block: row.slot, index, anchor } })
  }
  return { rows: rows.slice(0, limit), isWhole: floor < 0 && rows.length <= limit }
}

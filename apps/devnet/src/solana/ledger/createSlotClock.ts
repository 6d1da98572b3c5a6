import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

/** When slot 0 was: the morning on which the seed's story begins. */
const genesisTime = Date.UTC(2026, 7, 3, 7)
const slotMilliseconds = 400

/** How many slots a blockhash is good for. */
const blockhashWindow = 150

/** How many slots until a transaction is finalized. The network's 32 would only be waited for. */
const slotsToFinality = 2

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Time in slots. Each has a block, empty or not, so that height and slot are the same number. */
export interface SlotClock {
  /** The newest slot with a commitment; processed and confirmed are the same, as one node is its own majority. */
  slot(commitment?: Commitment): number
  /** The first slot in which what happened in `slot` has the commitment. */
  reaches(slot: number, commitment: Commitment): number
  /** Seconds since 1970. */
  timeOf(slot: number): number
  blockhash(slot: number): string
  /** Last block in which a transaction with this blockhash may stand, if it still may. */
  lastValid(blockhash: string): number | undefined
  lastValidHeight(slot: number): number
  /** The clock never shows an earlier slot than this. */
  atLeast(slot: number): void
}

/**
 * Slots derived from the time, so that nothing runs while nothing happens.
 *
 * @param genesisHash of slot 0; every other follows from it
 * @param now milliseconds since 1970
 */
export function createSlotClock({ genesisHash, now }: { genesisHash: string; now: () => number }): SlotClock {
  let least = 0
  const hashes = new Map<number, string>()
  const current = (): number => {
    // A computer whose clock is set back must not see a transaction of the future.
    least = Math.max(least, Math.floor((now() - genesisTime) / slotMilliseconds))
    return least
  }
  const blockhash = (slot: number): string => {
    const known = hashes.get(slot)
    if (known) return known
    const hash =
      slot <= 0 ? genesisHash : base58.encode(sha256(new TextEncoder().encode(`${genesisHash} ${slot}`)))
    if (hashes.size > 4 * blockhashWindow) hashes.clear()
    hashes.set(slot, hash)
    return hash
  }
  return {
    slot: (commitment = 'processed') =>
      Math.max(0, current() - (commitment === 'finalized' ? slotsToFinality : 0)),
    reaches: (slot, commitment) => slot + (commitment === 'finalized' ? slotsToFinality : 0),
    timeOf: (slot) => Math.floor((genesisTime + slot * slotMilliseconds) / 1_000),
    blockhash,
    lastValid: (hash) => {
      const newest = current()
      for (let slot = newest; slot >= Math.max(0, newest - blockhashWindow); slot--)
        if (blockhash(slot) === hash) return slot + blockhashWindow
      return undefined
    },
    lastValidHeight: (slot) => slot + blockhashWindow,
    atLeast: (slot) => {
      least = Math.max(least, slot)
    },
  }
}

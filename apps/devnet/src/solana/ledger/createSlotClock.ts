import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'

/** Time of slot 0: that of the first step of the seed. */
const genesisTime = Date.UTC(2026, 7, 3, 7)
const slotMilliseconds = 400

/** Number of slots for which a blockhash is valid. */
const blockhashWindow = 150

/** Number of slots until a transaction is finalized. Less than the network's 32, so that clients wait less. */
const slotsToFinality = 2

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Time in slots. Each has a block, empty or not, so that height and slot are the same number. */
export interface SlotClock {
  /** The newest slot with a commitment; processed and confirmed are the same, because there is a single node. */
  slot(commitment?: Commitment): number
  /** The first slot in which the transactions of `slot` have the commitment. */
  reaches(slot: number, commitment: Commitment): number
  /** Seconds since 1970. */
  timeOf(slot: number): number
  blockhash(slot: number): string
  /** Last block that may contain a transaction with this blockhash; undefined if it has expired. */
  lastValid(blockhash: string): number | undefined
  lastValidHeight(slot: number): number
  /** Sets the lowest slot that the clock returns. */
  atLeast(slot: number): void
  /** Moves the clock on by so many slots, all of them without transactions. */
  skip(slots: number): void
}

/**
 * Creates a clock that derives slots from the time, so that no timer runs on an idle node.
 *
 * @param genesisHash of slot 0; every other follows from it
 * @param now milliseconds since 1970
 */
export function createSlotClock({ genesisHash, now }: { genesisHash: string; now: () => number }): SlotClock {
  let least = 0
  let skipped = 0
  const hashes = new Map<number, string>()
  const current = (): number => {
    // If the computer's clock is set back, no transaction may have a future slot.
    least = Math.max(least, Math.floor((now() - genesisTime) / slotMilliseconds) + skipped)
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
    skip: (slots) => {
      skipped += slots
    },
  }
}

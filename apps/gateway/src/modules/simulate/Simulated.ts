import type { Hex } from '../../chain/Chain.ts'

/** A call as nodes take it. */
export type NodeCall = {
  from: string
  to?: string | undefined
  value?: string | undefined
  data?: string | undefined
  gas?: string | undefined
}

/** A log of a simulated call: nothing of it is checked. */
export type SimulatedLog = { address: string; topics: readonly string[]; data: string }

/** What a node says would happen, whichever way it was asked. */
export type Simulated =
  | {
      status: 'success'
      /** Undefined if the node tells no movements. */
      moved: Moved | undefined
      gasUsed: bigint | undefined
    }
  | { status: 'reverted'; data: Hex | undefined; message: string | undefined; gasUsed: bigint | undefined }

export type Moved = {
  logs: readonly SimulatedLog[]
  /** What the account has more of the coin, in base units; fees do not count. */
  native: bigint
  /** What contracts answered before and after, by `key` of the question; undefined where they did not. */
  probed: ReadonlyMap<string, { before: Hex | undefined; after: Hex | undefined }>
}

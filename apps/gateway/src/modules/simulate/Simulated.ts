import type { Hex } from '../../chains/shared/Chain.ts'

/** A call in the JSON-RPC format. */
export type NodeCall = {
  from: string
  to?: string | undefined
  value?: string | undefined
  data?: string | undefined
  gas?: string | undefined
}

/** A log of a simulated call. Its content is not verified. */
export type SimulatedLog = { address: string; topics: readonly string[]; data: string }

/** The result of a simulation, whichever method produced it. */
export type Simulated =
  | {
      status: 'success'
      /** Undefined if the method does not report balance changes. */
      moved: Moved | undefined
      gasUsed: bigint | undefined
    }
  | { status: 'reverted'; data: Hex | undefined; message: string | undefined; gasUsed: bigint | undefined }

export type Moved = {
  logs: readonly SimulatedLog[]
  /** Change of the account's native balance in base units, without fees. */
  native: bigint
  /** Results of the probes before and after the calls, by `key`; undefined where a contract returned nothing. */
  probed: ReadonlyMap<string, { before: Hex | undefined; after: Hex | undefined }>
}

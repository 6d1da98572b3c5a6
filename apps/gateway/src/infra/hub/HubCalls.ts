import type { Usage } from '@portico/server'
import type { BusMessage, BusPosition } from '../bus/Bus.ts'

/** What the supervisor offers its workers. Results that may be missing are null: they are sent as JSON. */
export type HubCalls = {
  /** The worker serves from now on. */
  ready: (data: null) => void
  'limits.add': (usages: readonly Usage[]) => number[]
  'bus.open': (data: null) => { epoch: string; seqs: Record<string, number> }
  'bus.publish': (message: { channel: string; key: string; data: string }) => Promise<void>
  'bus.since': (from: { channel: string; position: BusPosition }) => Promise<readonly BusMessage[] | null>
  'texts.get': (key: string) => string | null
  'texts.set': (entry: { key: string; text: string; ttlMs: number }) => void
}

/** What a worker offers its supervisor. */
export type WorkerCalls = {
  /** Delivers a message of the bus. */
  'bus.message': (message: { channel: string; seq: number; data: string }) => void
  /** Ends the worker without failing a request: the others go on. */
  retire: (data: null) => void
}

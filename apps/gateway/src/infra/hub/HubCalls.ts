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
  'topics.subscribe': (topic: string) => void
  'topics.unsubscribe': (topic: string) => void
  /** Passes a message to the other workers that subscribe to its topic. */
  'topics.publish': (message: { topic: string }) => void
  /** The worker will publish nothing more. */
  'topics.leave': (data: null) => void
  'duties.offer': (duty: string) => void
  'duties.leave': (duty: string) => Promise<void>
  'duties.call': (call: { duty: string; data: unknown }) => Promise<unknown>
  /** Notes what a worker has noticed, and returns whether it is news: all of them notice, but one line in the log is enough. */
  'notices.change': (notice: { subject: string; state: string }) => boolean
  'texts.get': (key: string) => string | null
  'texts.set': (entry: { key: string; text: string; ttlMs: number }) => void
}

/** What a worker offers its supervisor. */
export type WorkerCalls = {
  /** Delivers a message of the bus. */
  'bus.message': (message: { channel: string; seq: number; data: string }) => void
  'topics.message': (message: { topic: string }) => void
  /** Messages of any topic may be missing. */
  'topics.gap': (data: null) => void
  'duties.start': (duty: string) => Promise<void>
  'duties.run': (call: { duty: string; data: unknown }) => Promise<unknown>
  'duties.stop': (duty: string) => Promise<void>
  /** Returns the worker's metrics, as prom-client writes them. */
  'metrics.read': (data: null) => Promise<readonly unknown[]>
  /** Ends the worker without failing a request: the others go on. */
  retire: (data: null) => void
}

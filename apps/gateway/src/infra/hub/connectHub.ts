import type { Duplex } from 'node:stream'
import { createPeer, type Peer, type PeerCalls } from './createPeer.ts'
import type { HubCalls, WorkerCalls } from './HubCalls.ts'

/** A worker's connection to its supervisor. */
export type HubClient = Peer<HubCalls> & {
  /** Sets a function that the supervisor calls. */
  serve<Name extends keyof WorkerCalls>(name: Name, call: WorkerCalls[Name]): void
}

/** Connects a worker to the hub of its supervisor. */
export function connectHub({ stream }: { stream: Duplex }): HubClient {
  const calls: PeerCalls = {}
  return {
    ...createPeer<HubCalls>({ stream, calls }),
    serve(name, call) {
      calls[name] = call
    },
  }
}

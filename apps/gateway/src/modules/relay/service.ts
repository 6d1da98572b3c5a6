import type { Log } from '@portico/server'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { createBuckets } from './createBuckets.ts'
import { type Connection, type ConnectionShared, createConnection } from './createConnection.ts'
import { createTopics } from './createTopics.ts'
import type { Fanout } from './fanout/Fanout.ts'
import { defaultRelayLimits, type RelayLimits } from './limits.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { answerRequest } from './methods.ts'
import { RelayError } from './RelayError.ts'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { RelaySocket } from './RelaySocket.ts'
import { readFrame } from './readFrame.ts'

/** A client that has shown who it is. */
export type RelayClient = {
  /** Its key, in base58. */
  clientId: string
  project: string
}

/**
 * A mailbox for encrypted messages by the protocol of WalletConnect v2: whoever knows a topic may write to it and listen
 * to it; what nobody hears now is kept until it expires.
 */
export type RelayService = {
  /**
   * Counts a caller, before anything is looked at.
   *
   * @throws {HttpProblem} `rate-limited`
   */
  admit(address: string): void
  /**
   * Takes a client in. Its socket is then told to the connection.
   *
   * @throws {HttpProblem} `rate-limited`, `internal` while it drains.
   */
  connect(client: RelayClient & { socket: RelaySocket }): Connection
  /** One JSON-RPC request over HTTP, and its answer as JSON. Undefined if it is none that gets an answer. */
  request(client: RelayClient & { text: string }): Promise<string | undefined>
  stats(): Promise<{
    sockets: number
    topics: number
    messages: number
    bytes: number
    oldestSeconds: number
  }>
  /** Says goodbye to every client, so that each goes on elsewhere at once, and finishes what they had asked. */
  drain(): Promise<void>
  /** Drains and lets go of the mailbox. */
  close(): Promise<void>
}

/** The relay over a mailbox and a fan-out. */
export function createRelayService({
  mailbox,
  fanout,
  metrics,
  log,
  limits = defaultRelayLimits,
  now = Date.now,
}: {
  mailbox: MailboxStore
  fanout: Fanout
  metrics: RelayMetrics
  log: Log
  limits?: RelayLimits
  now?: () => number
}): RelayService {
  const topics = createTopics({ fanout })
  const connections = new Set<Connection>()
  const socketsOf = new Map<string, number>()
  const addressBuckets = createBuckets({ ...limits.address, now })
  let draining = false

  const shared: ConnectionShared = {
    mailbox,
    fanout,
    topics,
    limits,
    metrics,
    now,
    clientBuckets: createBuckets({ ...limits.client, now }),
    projectBuckets: createBuckets({ ...limits.project, now }),
    onError: (error) => log.error({ route: 'relay', error }, 'relay failed'),
  }

  async function drain(): Promise<void> {
    draining = true
    const open = [...connections]
    for (const connection of open) connection.close(1001, 'Server is going away')
    await Promise.all(open.map((connection) => connection.settled()))
  }

  return {
    admit(address) {
      if (!addressBuckets.tryTake(address, 1)) throw new HttpProblem('rate-limited')
    },

    connect({ socket, clientId, project }) {
      if (draining) throw new HttpProblem('internal', { detail: 'This server is going away.' })
      const sockets = socketsOf.get(project) ?? 0
      if (sockets >= limits.projectSockets) throw new HttpProblem('rate-limited')
      socketsOf.set(project, sockets + 1)
      const connection = createConnection({ clientId, project, socket, shared })
      connections.add(connection)
      const timer = setInterval(connection.tick, limits.pingMs).unref()
      return {
        ...connection,
        onClose() {
          clearInterval(timer)
          connection.onClose()
          if (!connections.delete(connection)) return
          const left = (socketsOf.get(project) ?? 1) - 1
          if (left > 0) socketsOf.set(project, left)
          else socketsOf.delete(project)
        },
      }
    },

    async request({ clientId, project, text }) {
      const frame = readFrame(text)
      if (frame.kind === 'answer') return undefined
      const refuse = (error: RelayError) =>
        `{"id":${frame.id},"jsonrpc":"2.0","error":${JSON.stringify(error.rpc)}}`
      if (frame.kind === 'invalid') return refuse(frame.error)
      if (!shared.clientBuckets.tryTake(clientId, 1)) throw new HttpProblem('rate-limited')
      const caller = {
        clientId,
        project,
        delivery: undefined,
        subscribe: async () => {
          throw new RelayError('NeedsSocket')
        },
      }
      try {
        const { result, after } = await answerRequest({ ...frame, caller, shared })
        // After the answer has been handed to the server.
        if (after) setImmediate(after)
        return `{"id":${frame.id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
      } catch (error) {
        if (error instanceof RelayError) return refuse(error)
        shared.onError(error)
        return refuse(new RelayError('Internal', { cause: error }))
      }
    },

    async stats() {
      const { messages, bytes, oldest } = await mailbox.stats()
      const oldestSeconds = oldest === undefined ? 0 : Math.max(0, (now() - oldest) / 1000)
      return { sockets: connections.size, topics: topics.size, messages, bytes, oldestSeconds }
    },

    drain,

    async close() {
      await drain()
      await mailbox.close()
      await fanout.close()
    },
  }
}

import { createHmac, randomBytes } from 'node:crypto'
import type { Log } from '@portico/server'
import { Problem } from '../../infra/http/Problem.ts'
import { answerRequest } from './answerRequest.ts'
import type { ConnectionShared } from './ConnectionShared.ts'
import { createBuckets } from './createBuckets.ts'
import { type Connection, createConnection } from './createConnection.ts'
import { createCounts } from './createCounts.ts'
import { createTopics } from './createTopics.ts'
import type { Fanout } from './fanout/Fanout.ts'
import { defaultRelayLimits, type RelayLimits } from './limits.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { RelayError } from './RelayError.ts'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { RelaySocket } from './RelaySocket.ts'
import { readFrame } from './readFrame.ts'
import type { Sender } from './Sender.ts'

/** An authenticated client. */
export type RelayClient = {
  /** Its did:key without the prefix `did:key:`. */
  clientId: string
  /** ID of its project; '' for every project that is not configured. */
  project: string
  /** IP address, as rate limits count it. */
  address: string
}

/**
 * The WalletConnect v2 relay: publishes encrypted messages to the subscribers of a topic and stores them until they are
 * delivered or expire. Anyone who knows a topic may publish and subscribe to it.
 */
export type RelayService = {
  /**
   * Counts a connection or request against the rate limit of its IP address. Called before anything is parsed.
   *
   * @throws {Problem} `rate-limited`
   */
  admit(address: string): void
  /**
   * Adds a client. The caller passes the events of its socket to the returned connection.
   *
   * @throws {Problem} `rate-limited`, or `unavailable` while the relay drains.
   */
  connect(client: RelayClient & { socket: RelaySocket }): Connection
  /**
   * Answers one JSON-RPC request over HTTP. Returns the response as JSON, or undefined if the text is itself a
   * response.
   */
  request(client: RelayClient & { text: string }): Promise<string | undefined>
  stats(): Promise<{
    sockets: number
    topics: number
    messages: number
    bytes: number
    oldestSeconds: number
  }>
  /** Closes all connections, so that clients reconnect to another process at once, and finishes their requests. */
  drain(): Promise<void>
  /** Drains, then closes the mailbox and the fan-out. */
  close(): Promise<void>
}

/** Creates the relay over a mailbox and a fan-out. */
export function createRelayService({
  mailbox,
  fanout,
  metrics,
  log,
  limits = defaultRelayLimits,
  addressSecret = randomBytes(32),
  now = Date.now,
}: {
  mailbox: MailboxStore
  fanout: Fanout
  metrics: RelayMetrics
  log: Log
  limits?: RelayLimits
  /** Key of the pseudonyms of IP addresses. Processes that share a mailbox need the same one. */
  addressSecret?: Buffer
  now?: () => number
}): RelayService {
  const topics = createTopics({ fanout })
  const connections = new Set<Connection>()
  const projectSockets = createCounts({ max: limits.projectSockets })
  const addressSockets = createCounts({ max: limits.addressSockets })
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

  function toSender({ clientId, project, address }: RelayClient): Sender {
    // The mailbox keeps messages for weeks, so it must not hold IP addresses.
    const mac = createHmac('sha256', addressSecret).update(`relay address\n${address}`).digest('hex')
    return { clientId, project, address: mac.slice(0, 32) }
  }

  async function drain(): Promise<void> {
    draining = true
    const open = [...connections]
    for (const connection of open) connection.close(1001, 'Server is going away')
    await Promise.all(open.map((connection) => connection.settled()))
  }

  return {
    admit(address) {
      if (!addressBuckets.tryTake(address, 1)) throw new Problem('rate-limited')
    },

    connect({ socket, ...client }) {
      const { project, address } = client
      if (draining)
        throw new Problem('unavailable', { detail: 'This server is stopping.', retryAfterSeconds: 1 })
      if (projectSockets.isFull(project) || addressSockets.isFull(address)) throw new Problem('rate-limited')
      projectSockets.add(project)
      addressSockets.add(address)
      const connection = createConnection({ sender: toSender(client), socket, shared })
      connections.add(connection)
      const timer = setInterval(connection.tick, limits.pingMs).unref()
      return {
        ...connection,
        onClose() {
          clearInterval(timer)
          connection.onClose()
          if (!connections.delete(connection)) return
          projectSockets.remove(project)
          addressSockets.remove(address)
        },
      }
    },

    async request({ text, ...client }) {
      const frame = readFrame(text)
      if (frame.kind === 'response') return undefined
      const refuse = (error: RelayError) =>
        `{"id":${frame.id},"jsonrpc":"2.0","error":${JSON.stringify(error.rpc)}}`
      if (frame.kind === 'invalid') return refuse(frame.error)
      if (!shared.clientBuckets.tryTake(client.clientId, 1)) throw new Problem('rate-limited')
      const caller = {
        ...toSender(client),
        delivery: undefined,
        subscribe: async () => {
          throw new RelayError('NeedsSocket')
        },
      }
      try {
        const { result, after } = await answerRequest({ ...frame, caller, shared })
        // Runs after the response has been handed to the HTTP server.
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

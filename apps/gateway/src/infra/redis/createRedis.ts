import type { Log } from '@portico/server'
import { type Command, Redis } from 'ioredis'

/** A Redis or Valkey server that the processes of one gateway share. Data in it may be lost at any time. */
export type RedisServer = {
  /**
   * The connection for commands. Every command resolves or rejects within a second, also while the server is
   * unreachable: up to 1000 commands wait for a connection, and further ones are rejected immediately. A command that
   * was sent when the connection broke is rejected and not repeated; it may or may not have been executed.
   */
  readonly commands: Redis
  /**
   * Creates a separate connection for subscriptions, which are renewed after every reconnection. Messages published
   * while it is disconnected are missed: on its `ready` event subscribe again, then read what was missed. `close`
   * closes it.
   */
  subscriber(): Redis
  /** Returns whether the server responds to a ping. Never rejects. */
  isWell(): Promise<boolean>
  /** Closes all connections; waiting commands are rejected within a second. */
  close(): Promise<void>
}

const timeoutMs = 1000
const maxWaiting = 1000

/**
 * Creates the connections to a Redis or Valkey server. Connects with the first command or subscription; from then on
 * it reconnects indefinitely, waiting at most a second between attempts. Keys and channels begin with `portico:`.
 *
 * @param url `redis://` or `rediss://`, with user and password if needed. A single server or a proxy in front of a
 * Sentinel setup; clusters are not supported.
 * @example
 * const redis = createRedis({ url: 'redis://127.0.0.1:6379', log })
 * await redis.commands.set('portico:greeting', 'hello', 'PX', 1000)
 * await redis.close()
 */
export function createRedis({ url, log }: { url: string; log: Log }): RedisServer {
  const open = new Set<Redis>()
  let isUnreachable = false

  function watch(redis: Redis): Redis {
    open.add(redis)
    redis.on('error', (error: NodeJS.ErrnoException) => {
      // Log once per outage: the connection is retried every second.
      if (!isUnreachable) log.warn({ reason: error.code ?? error.name }, 'redis is unreachable')
      isUnreachable = true
    })
    redis.on('ready', () => {
      if (isUnreachable) log.warn({}, 'redis is reachable again')
      isUnreachable = false
    })
    return redis
  }

  const shared = {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    keepAlive: 10_000,
    connectionName: 'portico-gateway',
    retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), 1000),
  }
  const commands = watch(
    new BoundedRedis(url, {
      ...shared,
      commandTimeout: timeoutMs,
      // Reject commands that waited for two connection attempts, so that they are not executed late.
      maxRetriesPerRequest: 1,
      autoResendUnfulfilledCommands: false,
    }),
  )

  return {
    commands,
    subscriber: () => watch(new Redis(url, { ...shared, maxRetriesPerRequest: null })),
    async isWell() {
      try {
        return (await commands.ping()) === 'PONG'
      } catch {
        // The error event has already logged the reason.
        return false
      }
    },
    async close() {
      for (const redis of open) redis.disconnect()
    },
  }
}

/** Limits the number of commands that wait for a connection: ioredis would queue them without limit and use up memory. */
class BoundedRedis extends Redis {
  readonly #waiting = new Set<Command>()

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // While connecting, ioredis sends its own handshake commands through this method.
    if (this.status === 'ready' || this.status === 'connect') return super.sendCommand(command, stream)
    if (this.#waiting.size >= maxWaiting) {
      command.reject(new Error(`Redis is unreachable and ${maxWaiting} commands are already waiting for it.`))
      return command.promise
    }
    this.#waiting.add(command)
    const remove = () => void this.#waiting.delete(command)
    command.promise.then(remove, remove)
    return super.sendCommand(command, stream)
  }
}

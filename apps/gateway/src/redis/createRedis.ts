import type { Log } from '@portico/server'
import { type Command, Redis } from 'ioredis'

/** Redis or Valkey, as the processes of one gateway share it. What is in it may be lost at any time. */
export type RedisServer = {
  /**
   * For commands. Each is answered or rejected within a second, also while the server is away: up to 1000 wait for it
   * that long, more are rejected at once. A command that was sent when the connection broke is rejected and not sent
   * again; whether it was carried out is not known.
   */
  readonly commands: Redis
  /**
   * A connection of its own, for subscriptions alone; they are made again after every reconnection. What was said
   * meanwhile is missed: at its event `ready` subscribe again, and once that is answered look what it was. Closed by
   * `close`.
   */
  subscriber(): Redis
  /** Whether it answers now. Never rejects. */
  isWell(): Promise<boolean>
  /** Closes all connections; commands that wait are rejected within a second. */
  close(): Promise<void>
}

const patience = 1000
const maxWaiting = 1000

/**
 * Prepares the connections to a Redis or Valkey server. Nothing is connected before the first command or subscription;
 * from then on it reconnects by itself, for ever, at most a second apart. Keys and channels begin with `portico:`.
 *
 * @param url `redis://` or `rediss://`, with user and password if needed. One server (or what a Sentinel's proxy shows as
 * one); not a cluster.
 * @example
 * const redis = createRedis({ url: 'redis://127.0.0.1:6379', log })
 * await redis.commands.set('portico:greeting', 'hello', 'PX', 1000)
 * await redis.close()
 */
export function createRedis({ url, log }: { url: string; log: Log }): RedisServer {
  const open = new Set<Redis>()
  let isAway = false

  function watch(redis: Redis): Redis {
    open.add(redis)
    redis.on('error', (error: NodeJS.ErrnoException) => {
      // Once per outage: it is tried again every second.
      if (!isAway) log.warn({ reason: error.code ?? error.name }, 'redis cannot be reached')
      isAway = true
    })
    redis.on('ready', () => {
      if (isAway) log.warn({}, 'redis is back')
      isAway = false
    })
    return redis
  }

  const shared = {
    lazyConnect: true,
    connectTimeout: patience,
    keepAlive: 10_000,
    connectionName: 'portico-gateway',
    retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), 1000),
  }
  const commands = watch(
    new BoundedRedis(url, {
      ...shared,
      commandTimeout: patience,
      // What waited through two attempts to connect is given up, and not carried out late.
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
        // The reason is in the log, from the event.
        return false
      }
    },
    async close() {
      for (const redis of open) redis.disconnect()
    },
  }
}

/** Ioredis lets any number of commands wait while there is no connection; memory has an end. */
class BoundedRedis extends Redis {
  readonly #waiting = new Set<Command>()

  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    // While it connects, its own commands of introduction pass through here.
    if (this.status === 'ready' || this.status === 'connect') return super.sendCommand(command, stream)
    if (this.#waiting.size >= maxWaiting) {
      command.reject(new Error('Redis is away, and too many commands wait for it.'))
      return command.promise
    }
    this.#waiting.add(command)
    const forget = () => void this.#waiting.delete(command)
    command.promise.then(forget, forget)
    return super.sendCommand(command, stream)
  }
}

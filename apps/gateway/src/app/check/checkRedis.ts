import { compareClocks, type Outcome } from '@portico/server/checks'
import { Redis } from 'ioredis'

/** Connects to Redis or Valkey, and reads whether it keeps what the relay stores there. */
export async function checkRedis(url: string): Promise<Outcome[]> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let failure: unknown
  // Its errors say why; the rejection of `connect` does not.
  redis.on('error', (error) => {
    failure ??= error
  })
  try {
    await redis.connect()
    const askedAt = Date.now()
    const [seconds = '0', micros = '0'] = ((await redis.time()) as readonly (string | number)[]).map(String)
    const clock = compareClocks({
      theirs: Number(seconds) * 1000 + Number(micros) / 1000,
      askedAt,
      answeredAt: Date.now(),
    })
    const facts = readFacts(await redis.info())
    const product = facts.valkey_version ? `Valkey ${facts.valkey_version}` : `Redis ${facts.redis_version}`
    return [{ status: 'ok', text: product }, ...(clock ? [clock] : []), ...judge(facts)]
  } catch (error) {
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}

function judge(facts: Readonly<Record<string, string>>): Outcome[] {
  const { cluster_enabled, aof_enabled, maxmemory, maxmemory_policy, role } = facts
  const found: (Outcome | false)[] = [
    cluster_enabled === '1' && { status: 'problem', text: 'it is a cluster: use one server' },
    role !== 'master' && { status: 'problem', text: 'it is a replica: use the primary server' },
    aof_enabled === '0' && {
      status: 'warning',
      text: 'it loses undelivered messages of the relay when it restarts: set appendonly yes',
    },
    maxmemory === '0' && {
      status: 'warning',
      text: 'its memory has no limit: set maxmemory and maxmemory-policy volatile-lru',
    },
    maxmemory !== '0' &&
      !maxmemory_policy?.startsWith('volatile-') && {
        status: 'warning',
        text: `with maxmemory-policy ${maxmemory_policy} it may refuse or remove what has no expiry: set volatile-lru`,
      },
  ]
  return found.filter((outcome) => outcome !== false)
}

function readFacts(info: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    info.split(/\r?\n/).flatMap((line) => (line.includes(':') ? [line.split(/:(.*)/s)] : [])),
  )
}

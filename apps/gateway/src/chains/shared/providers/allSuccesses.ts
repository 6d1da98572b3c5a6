import type { CaipNetworkId } from '@portico/protocol'
import { isDatabaseUnreachable, type Log } from '@portico/server'
import type { Provider } from './Provider.ts'
import type { ProtectedProvider } from './withCircuitBreakers.ts'

/**
 * Calls all providers of a network concurrently.
 *
 * @returns the values of those that succeeded, in the order of the providers.
 */
export async function allSuccesses<Kind extends Provider, Value>({
  providers,
  chain,
  ask,
  log,
}: {
  providers: readonly ProtectedProvider<Kind>[]
  chain: CaipNetworkId
  ask: (provider: Kind) => Promise<Value>
  log: Log
}): Promise<Value[]> {
  const able = providers.filter(({ provider }) => provider.serves(chain))
  const answers = await Promise.allSettled(able.map(({ provider, breaker }) => breaker(() => ask(provider))))
  return answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return [answer.value]
    const upstream = able[index]?.provider.id
    // The log has one line for all that fails while the database is unreachable.
    if (!isDatabaseUnreachable(answer.reason))
      log.warn({ chain, upstream, error: answer.reason }, 'provider failed')
    return []
  })
}

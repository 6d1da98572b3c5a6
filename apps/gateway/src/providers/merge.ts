import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Guarded } from './guardAll.ts'
import type { Provider } from './Provider.ts'

/**
 * Asks all providers that know a chain at the same time; one that fails is left out.
 *
 * @returns their answers, in the order of the providers.
 */
export async function merge<Kind extends Provider, Value>({
  providers,
  chain,
  ask,
  log,
}: {
  providers: readonly Guarded<Kind>[]
  chain: CaipNetworkId
  ask: (provider: Kind) => Promise<Value>
  log: Log
}): Promise<Value[]> {
  const able = providers.filter(({ provider }) => provider.serves(chain))
  const answers = await Promise.allSettled(able.map(({ provider, guard }) => guard(() => ask(provider))))
  return answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return [answer.value]
    const upstream = able[index]?.provider.id
    log.warn({ chain, upstream, error: answer.reason }, 'a provider did not answer')
    return []
  })
}

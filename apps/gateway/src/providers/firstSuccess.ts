import { BaseError, type CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Guarded } from './guardAll.ts'
import type { Provider } from './Provider.ts'

/**
 * Asks the providers that know a chain one after the other until one answers.
 *
 * @returns the answer and whose it is.
 * @throws what the last one threw.
 * @example
 * const { value } = await firstSuccess({ providers, chain, log, ask: (provider) => provider.list(query) })
 */
export async function firstSuccess<Kind extends Provider, Value>({
  providers,
  chain,
  ask,
  log,
}: {
  providers: readonly Guarded<Kind>[]
  chain: CaipNetworkId
  ask: (provider: Kind) => Promise<Value>
  log: Log
}): Promise<{ value: Value; provider: Kind }> {
  let failure: unknown = new BaseError(`Nothing here knows ${chain}.`)
  for (const { provider, guard } of providers) {
    if (!provider.serves(chain)) continue
    try {
      return { value: await guard(() => ask(provider)), provider }
    } catch (error) {
      log.warn({ chain, upstream: provider.id, error }, 'a provider did not answer')
      failure = error
    }
  }
  throw failure
}

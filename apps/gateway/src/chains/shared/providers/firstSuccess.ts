import { BaseError, type CaipNetworkId } from '@portico/protocol'
import { isDatabaseUnreachable, type Log } from '@portico/server'
import type { Provider } from './Provider.ts'
import type { ProtectedProvider } from './withCircuitBreakers.ts'

/**
 * Calls the providers of a network one after another until one succeeds.
 *
 * @returns the value and the provider it came from.
 * @throws the error of the last provider.
 * @example
 * const { value } = await firstSuccess({ providers, chain, log, ask: (provider) => provider.list(query) })
 */
export async function firstSuccess<Kind extends Provider, Value>({
  providers,
  chain,
  ask,
  log,
}: {
  providers: readonly ProtectedProvider<Kind>[]
  chain: CaipNetworkId
  ask: (provider: Kind) => Promise<Value>
  log: Log
}): Promise<{ value: Value; provider: Kind }> {
  let failure: unknown = new BaseError(`No provider supports ${chain}.`)
  for (const { provider, breaker } of providers) {
    if (!provider.serves(chain)) continue
    try {
      return { value: await breaker(() => ask(provider)), provider }
    } catch (error) {
      // The log has one line for all that fails while the database is unreachable.
      if (!isDatabaseUnreachable(error)) log.warn({ chain, upstream: provider.id, error }, 'provider failed')
      failure = error
    }
  }
  throw failure
}

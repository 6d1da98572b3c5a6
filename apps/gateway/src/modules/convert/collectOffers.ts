import type { Log } from '@portico/server'
import type { SwapOffer, SwapProvider, SwapQuery } from '../../chains/shared/providers/SwapProvider.ts'
import type { ProtectedProvider } from '../../chains/shared/providers/withCircuitBreakers.ts'
import { Problem } from '../../infra/http/Problem.ts'

/** How long providers may take, and how much longer than the first one, in milliseconds. */
const timeoutMs = 2500
const graceMs = 400

/** An offer and the provider it comes from. */
export type CollectedOffer = { provider: SwapProvider; offer: SwapOffer }

/**
 * Asks all providers of a network at once. Returns when all have answered, 400 ms after the first offer, or after 2.5 s.
 *
 * @returns the offers in the order of the providers, and the failures, among which is having no answer in time.
 */
export async function collectOffers({
  providers,
  query,
  log,
}: {
  providers: readonly ProtectedProvider<SwapProvider>[]
  query: Omit<SwapQuery, 'deadline'>
  log: Log
}): Promise<{ offers: CollectedOffer[]; failures: unknown[] }> {
  const able = providers.filter(({ provider }) => provider.serves(query.chain))
  const deadline = Date.now() + timeoutMs
  const offers: (CollectedOffer | undefined)[] = []
  const failures: unknown[] = []

  await new Promise<void>((resolve) => {
    let open = able.length
    if (open === 0) return resolve()
    const giveUp = (): void => {
      failures.push(new Problem('upstream-unavailable', { detail: 'A provider has not answered in time.' }))
      resolve()
    }
    const timers = [setTimeout(giveUp, timeoutMs)]
    const finish = (): void => {
      for (const timer of timers) clearTimeout(timer)
      resolve()
    }
    for (const [index, { provider, breaker }] of able.entries()) {
      breaker(() => provider.quote({ ...query, deadline }))
        .then(
          (offer) => {
            if (!offer) return
            offers[index] = { provider, offer }
            if (timers.length === 1) timers.push(setTimeout(finish, graceMs))
          },
          (error) => {
            failures.push(error)
            const reason = error instanceof Problem ? error.details : undefined
            log.warn({ chain: query.chain, upstream: provider.id, reason, error }, 'swap provider failed')
          },
        )
        .finally(() => {
          open--
          if (open === 0) finish()
        })
    }
  })
  return { offers: offers.filter((offer) => offer !== undefined), failures: [...failures] }
}

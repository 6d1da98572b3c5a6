import type { Provider } from './Provider.ts'
import { ProviderBusyError } from './ProviderBusyError.ts'

/** Lets a question through to a provider, or throws at once. */
export type Guard = <Value>(ask: () => Promise<Value>) => Promise<Value>

/** Failures in a row after which a provider rests. */
const maxFailures = 5
const rest = 30_000
/** Seconds of budget that may be saved up. */
const burst = 5

/**
 * The circuit breaker and the budget of one provider. After five failures in a row it rests for thirty seconds, then one
 * question goes through to see.
 *
 * @throws {ProviderBusyError} without asking, while it rests or its budget is spent.
 */
export function createGuard({
  provider,
  now = Date.now,
}: {
  provider: Pick<Provider, 'id' | 'cost' | 'rate'>
  now?: () => number
}): Guard {
  const { id, cost, rate } = provider
  const most = rate === null ? 0 : Math.max(cost, rate * burst)
  let left = most
  let filledAt = now()
  let failures = 0
  let openUntil = 0
  let isTrying = false

  function spend(): void {
    if (rate === null) return
    left = Math.min(most, left + ((now() - filledAt) / 1000) * rate)
    filledAt = now()
    if (left < cost) throw new ProviderBusyError({ provider: id, reason: 'budget' })
    left -= cost
  }

  return async (ask) => {
    const isOpen = failures >= maxFailures
    if (isOpen && (isTrying || now() < openUntil))
      throw new ProviderBusyError({ provider: id, reason: 'circuit' })
    spend()
    isTrying = isOpen
    try {
      const value = await ask()
      failures = 0
      return value
    } catch (error) {
      failures++
      if (failures >= maxFailures) openUntil = now() + rest
      throw error
    } finally {
      isTrying = false
    }
  }
}

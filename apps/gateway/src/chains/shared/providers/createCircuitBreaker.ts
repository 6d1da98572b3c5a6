import type { Provider } from './Provider.ts'
import { ProviderBusyError } from './ProviderBusyError.ts'

/** Calls a provider, or throws at once while the breaker is open. */
export type CircuitBreaker = <Value>(call: () => Promise<Value>) => Promise<Value>

/** Consecutive failures that open the breaker. */
const maxFailures = 5
const openMs = 30_000
/** The rate limit's burst, in seconds. */
const burstSeconds = 5

/**
 * Creates the circuit breaker and rate limiter of one provider. After five consecutive failures the breaker opens for
 * 30 seconds; then a single trial call decides whether it closes again. While it is open, or the rate limit is used up,
 * it throws a `ProviderBusyError`.
 */
export function createCircuitBreaker({
  provider,
  now = Date.now,
}: {
  provider: Pick<Provider, 'id' | 'cost' | 'rate'>
  now?: () => number
}): CircuitBreaker {
  const { id, cost, rate } = provider
  const capacity = rate === null ? 0 : Math.max(cost, rate * burstSeconds)
  let available = capacity
  let filledAt = now()
  let failures = 0
  let openUntil = 0
  let isTrying = false

  function spend(): void {
    if (rate === null) return
    available = Math.min(capacity, available + ((now() - filledAt) / 1000) * rate)
    filledAt = now()
    if (available < cost) throw new ProviderBusyError({ provider: id, reason: 'budget' })
    available -= cost
  }

  return async (call) => {
    const isOpen = failures >= maxFailures
    if (isOpen && (isTrying || now() < openUntil))
      throw new ProviderBusyError({ provider: id, reason: 'circuit' })
    spend()
    isTrying = isOpen
    try {
      const value = await call()
      failures = 0
      return value
    } catch (error) {
      failures++
      if (failures >= maxFailures) openUntil = now() + openMs
      throw error
    } finally {
      isTrying = false
    }
  }
}

import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Wraps a wallet's provider for the application. Requests and results pass through unchanged; `observe` is called
 * with each request, and the function it returns with the result. Methods run on the original object, because
 * providers may have private fields.
 */
export function wrapProvider(
  provider: Provider,
  observe: (request: unknown) => (result: unknown) => void,
): Provider {
  const methods = new WeakMap<object, unknown>()

  async function request(parameters: { method: string; params?: unknown }) {
    const onResult = observe(parameters)
    const result = await provider.request(parameters)
    onResult(result)
    return result
  }

  // The target is an empty object: the proxy of a frozen provider would have to return the original `request`.
  return new Proxy({} as Provider, {
    get(_, key) {
      if (key === 'request') return request
      const value: unknown = Reflect.get(provider, key)
      if (typeof value !== 'function') return value
      if (!methods.has(value)) methods.set(value, value.bind(provider))
      return methods.get(value)
    },
    has: (_, key) => Reflect.has(provider, key),
    set: (_, key, value) => Reflect.set(provider, key, value),
  })
}

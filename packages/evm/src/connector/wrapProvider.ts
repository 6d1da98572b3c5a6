import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * The wallet's provider as an application gets it: everything goes to the wallet and back as it is; `observe`
 * hears of each request and, by what it returns, of the answer. Methods run on the wallet's own object, as some
 * keep private fields.
 */
export function wrapProvider(
  provider: Provider,
  observe: (request: unknown) => (result: unknown) => void,
): Provider {
  const methods = new WeakMap<object, unknown>()

  async function request(parameters: { method: string; params?: unknown }) {
    const onAnswer = observe(parameters)
    const result = await provider.request(parameters)
    onAnswer(result)
    return result
  }

  // The target is an empty object: a proxy of a frozen provider would have to give its own `request`.
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

import type { WagmiConfig } from './Wagmi.ts'

/** How long a page that renders on a server may take to hydrate the config, in milliseconds. */
const hydrationMs = 1_500

const hydrations = new WeakMap<WagmiConfig, Promise<void>>()

/**
 * Resolves once the config has read what it has stored. With `ssr`, `WagmiProvider` reads it once it is mounted; a page
 * without one has it read here.
 */
export function untilHydrated(config: WagmiConfig): Promise<void> {
  const hydrating = hydrations.get(config) ?? hydrate(config)
  hydrations.set(config, hydrating)
  return hydrating
}

function hydrate({ _internal }: WagmiConfig): Promise<void> {
  const { persist } = _internal.store
  if (!persist || persist.hasHydrated()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = persist.onFinishHydration(end)
    const timer = setTimeout(() => {
      // Also resolves if what is stored cannot be read: then nothing is.
      Promise.resolve(persist.rehydrate()).then(end, end)
    }, hydrationMs)
    function end() {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}

/** Resolves once wagmi neither connects nor reconnects, or after `timeoutMs`. */
export function untilSettled(config: WagmiConfig, timeoutMs: number): Promise<void> {
  if (isSettled(config)) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, timeoutMs)
    const stop = config.subscribe(
      (state) => state,
      () => isSettled(config) && end(),
    )
  })
}

const isSettled = ({ state }: WagmiConfig) => state.status !== 'connecting' && state.status !== 'reconnecting'

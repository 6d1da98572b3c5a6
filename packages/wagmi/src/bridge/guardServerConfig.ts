import type { WagmiConfig, WagmiState } from './Wagmi.ts'

/**
 * Guards a config on a server, where `WagmiProvider` writes the state of a visitor's cookies into it. One that lives
 * longer than the render of one page would show the account of one visitor to the next: its state ends with the render,
 * and an error is logged once a second one is written.
 */
export function guardServerConfig(config: WagmiConfig): WagmiConfig {
  const { setState } = config
  const initial: WagmiState = config.state
  let isFresh = true
  queueMicrotask(() => {
    isFresh = false
  })
  let writes = 0
  config.setState = (value) => {
    writes += 1
    setState.call(config, value)
    if (writes === 2)
      // biome-ignore lint/suspicious/noConsole: on a server the kit has no logger.
      console.error(
        'A wagmi config was hydrated for two visitors on the server. Do not keep `wagmiAdapter.wagmiConfig` in a ' +
          'variable of a module: pass `wagmiAdapter.wagmiConfig` to WagmiProvider where it is rendered.',
      )
    // React renders the children of WagmiProvider in the same task.
    if (!isFresh) setTimeout(() => setState.call(config, () => initial), 0)
  }
  return config
}

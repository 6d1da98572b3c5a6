import {
  type AppKit,
  type AppKitOptions,
  createAppKit as createElementsAppKit,
  getAppKit,
} from '@portico/elements'

/**
 * Creates the Portico instance of a page and registers the custom elements. A second call returns the first instance. Call it
 * at module level, outside components. On a server it only holds the initial state.
 *
 * @throws SignInOptionsError if both `siwx` and `siweConfig` are set
 * @example
 * import { createAppKit, EvmAdapter } from '@portico/vue'
 * import { base, mainnet } from '@portico/vue/networks'
 *
 * createAppKit({ adapters: [new EvmAdapter()], networks: [mainnet, base], projectId: 'local' })
 */
export function createAppKit(options: AppKitOptions): AppKit {
  return getAppKit() ?? createElementsAppKit(options)
}

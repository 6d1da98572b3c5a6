import type { AppKit } from './appKit.ts'
import { createAppKitInstance } from './createAppKitInstance.ts'
import { getDefaultAppKit, setDefaultAppKit } from './defaultKit.ts'
import { defineElements } from './elements.ts'
import type { AppKitOptions } from './options.ts'

/**
 * Creates the Portico instance of a page. A second call returns the first instance. Call it at module level, outside
 * components. On a server it only holds the initial state.
 *
 * @throws SignInOptionsError if both `siwx` and `siweConfig` are set
 * @example
 * import { EvmAdapter } from '@portico/evm'
 * import { AppKitButton, createAppKit } from '@portico/react'
 * import { base, mainnet } from '@portico/react/networks'
 *
 * createAppKit({
 *   adapters: [new EvmAdapter()],
 *   networks: [mainnet, base],
 *   projectId: 'local',
 *   gatewayUrl: 'http://localhost:4401',
 * })
 * export const App = () => <AppKitButton />
 */
export function createAppKit(options: AppKitOptions): AppKit {
  const existing = getDefaultAppKit()
  if (existing) return existing
  const appKit = createAppKitInstance(options)
  setDefaultAppKit(appKit)
  if (typeof window !== 'undefined') defineElements()
  return appKit
}

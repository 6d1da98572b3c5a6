import { createKit } from '@portico/core'
import { track } from '@portico/core/internal'
import { type AppKit, createInstance } from './appKit.ts'
import { getDefaultAppKit, setDefaultAppKit } from './defaultKit.ts'
import { defineElements } from './elements.ts'
import type { KitScope } from './kit/KitContext.ts'
import { watchModal } from './modal/loadModal.ts'
import { createRouter } from './modal/router.ts'
import { watchEffectsOnUse } from './modal/watchEffectsOnUse.ts'
import type { AppKitOptions } from './options.ts'
import { createTheme } from './theme.ts'

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
  const { themeMode, themeVariables, ...rest } = options
  const scope: KitScope = {
    kit: createKit(rest),
    router: createRouter(),
    theme: createTheme({ themeMode, themeVariables: themeVariables ?? {} }),
  }
  const appKit = createInstance(scope)
  setDefaultAppKit(appKit)
  if (typeof window !== 'undefined') {
    watchModal(scope)
    watchEffectsOnUse(scope)
    defineElements()
  }
  track(scope.kit, 'MODAL_CREATED')
  track(scope.kit, 'INITIALIZE', { networks: scope.kit.store.getState().networks.length })
  return appKit
}

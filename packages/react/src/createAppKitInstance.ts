import { createKit } from '@portico/core'
import { track } from '@portico/core/internal'
import { type AppKit, createInstance } from './appKit.ts'
import type { KitScope } from './kit/KitContext.ts'
import { startLanguage } from './language/language.ts'
import { watchModal } from './modal/loadModal.ts'
import { createRouter } from './modal/router.ts'
import { watchEffectsOnUse } from './modal/watchEffectsOnUse.ts'
import type { AppKitOptions } from './options.ts'
import { createTheme } from './theme.ts'

/**
 * Creates an instance with a modal of its own, which is not the one that the hooks and elements of the page use. With the
 * same `storage` as another instance, both would restore each other's connections.
 *
 * @throws SignInOptionsError if both `siwx` and `siweConfig` are set
 */
export function createAppKitInstance({
  themeMode,
  themeVariables,
  language,
  texts,
  ...options
}: AppKitOptions): AppKit {
  const scope: KitScope = {
    kit: createKit(options),
    router: createRouter(),
    theme: createTheme({ themeMode, themeVariables: themeVariables ?? {} }),
  }
  startLanguage({ option: language, own: texts, report: scope.kit.logger.error })
  const appKit = createInstance(scope)
  if (typeof window !== 'undefined') {
    watchModal(scope)
    watchEffectsOnUse(scope)
  }
  track(scope.kit, 'MODAL_CREATED')
  track(scope.kit, 'INITIALIZE', { networks: scope.kit.store.getState().networks.length })
  return appKit
}

import type { AppKit, AppKitOptions } from '@portico/react'
import {
  createAppKitInstance,
  defineElements,
  getDefaultAppKit,
  setDefaultAppKit,
} from '@portico/react/internal'
import { redrawElements } from './redrawElements.ts'

/**
 * Creates an instance and registers the custom elements. Every call creates another instance, to which {@link getAppKit} and
 * the buttons in the page then belong; call it once in a page. On a server it only holds the initial state.
 *
 * @throws SignInOptionsError if both `siwx` and `siweConfig` are set
 * @example
 * import { createAppKit, EvmAdapter } from '@portico/elements'
 * import { base, mainnet } from '@portico/elements/networks'
 *
 * createAppKit({ adapters: [new EvmAdapter()], networks: [mainnet, base], projectId: 'local' })
 * document.body.append(document.createElement('appkit-button'))
 */
export function createAppKit(options: AppKitOptions): AppKit {
  const earlier = getDefaultAppKit()
  const appKit = createAppKitInstance(options)
  setDefaultAppKit(appKit)
  if (typeof window !== 'undefined') defineElements()
  redrawElements(earlier)
  return appKit
}

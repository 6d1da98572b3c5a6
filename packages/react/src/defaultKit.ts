import { setDefaultKit } from '@portico/core/internal'
import type { AppKit } from './appKit.ts'

/**
 * The instance that `createAppKit` created, for the hooks, buttons and elements, which take none. Undefined before. Importers see the
 * current value.
 */
export let modal: AppKit | undefined

export function getDefaultAppKit(): AppKit | undefined {
  return modal
}

export function setDefaultAppKit(appKit: AppKit | undefined): void {
  modal = appKit
  setDefaultKit(appKit?.scope.kit)
}

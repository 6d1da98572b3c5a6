import { setDefaultKit } from '@portico/core/internal'
import type { AppKit } from './appKit.ts'

// AppKit's hooks take no instance, so the compatible hooks need a default one.
let defaultAppKit: AppKit | undefined

export function getDefaultAppKit(): AppKit | undefined {
  return defaultAppKit
}

export function setDefaultAppKit(appKit: AppKit | undefined): void {
  defaultAppKit = appKit
  setDefaultKit(appKit?.scope.kit)
}

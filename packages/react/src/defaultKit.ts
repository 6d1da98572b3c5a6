import { BaseError } from '@portico/protocol'
import type { AppKit } from './appKit.ts'

/** Thrown by hooks and components that are used before `createAppKit` was called. */
export class MissingAppKitError extends BaseError {
  override name = 'MissingAppKitError'
  static override code = 'missing-app-kit'
  constructor() {
    super('Please call createAppKit before using a hook')
  }
}

// AppKit's hooks take no instance, so the compatible hooks need a default one.
let defaultAppKit: AppKit | undefined

export function getDefaultAppKit(): AppKit | undefined {
  return defaultAppKit
}

export function setDefaultAppKit(appKit: AppKit | undefined): void {
  defaultAppKit = appKit
}

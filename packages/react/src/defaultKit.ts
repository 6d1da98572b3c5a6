import { BaseError } from '@portico/protocol'
import type { AppKit } from './appKit.ts'

export class MissingAppKitError extends BaseError {
  override name = 'MissingAppKitError'
  static override code = 'missing-app-kit'
  constructor() {
    super('Please call createAppKit before using a hook')
  }
}

// The one module variable of the project: compatible hooks need a default kit.
let defaultAppKit: AppKit | undefined

export function getDefaultAppKit(): AppKit | undefined {
  return defaultAppKit
}

export function setDefaultAppKit(appKit: AppKit | undefined): void {
  defaultAppKit = appKit
}

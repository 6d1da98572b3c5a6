import { MissingAppKitError } from '@portico/core'
import type { AppKit } from '../appKit.ts'
import { getDefaultAppKit } from '../defaultKit.ts'

/** Returns the default instance. @throws MissingAppKitError before `createAppKit` was called */
export function useAppKitInstance(): AppKit {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit
}

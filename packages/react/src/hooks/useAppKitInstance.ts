import type { AppKit } from '../appKit.ts'
import { getDefaultAppKit, MissingAppKitError } from '../defaultKit.ts'

/** Returns the default instance. @throws MissingAppKitError before `createAppKit` was called */
export function useAppKitInstance(): AppKit {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit
}

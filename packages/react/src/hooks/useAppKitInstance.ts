import type { AppKit } from '../appKit.ts'
import { getDefaultAppKit, MissingAppKitError } from '../defaultKit.ts'

/** The kit hooks speak to. @throws MissingAppKitError before `createAppKit` has run. */
export function useAppKitInstance(): AppKit {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit
}

import { type AppKit, getAppKit, MissingAppKitError } from '@portico/elements'

/** Returns the instance that the composables use. @throws MissingAppKitError before `createAppKit` was called */
export function useInstance(): AppKit {
  const appKit = getAppKit()
  if (!appKit) throw new MissingAppKitError()
  return appKit
}

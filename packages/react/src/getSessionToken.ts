import { MissingAppKitError } from '@portico/core'
import type { AppKit } from './appKit.ts'
import { getDefaultAppKit } from './defaultKit.ts'
import { toSession } from './session.ts'

/**
 * Returns the token of the visitor's session at the gateway, for requests to a server of the application, which verifies it with the
 * gateway's public keys. Undefined while the visitor is not signed in, and if `siwx` is not a `DefaultSIWX` or the kit has no
 * gateway. Call it for each request: signing in again replaces the token.
 *
 * @param appKit default: the instance that `createAppKit` has created
 * @throws MissingAppKitError before `createAppKit` was called
 * @example
 * import { getSessionToken } from '@portico/react'
 *
 * const headers = { authorization: `Bearer ${await getSessionToken()}` }
 * const response = await fetch('/api/orders', { headers })
 */
export async function getSessionToken(
  appKit: AppKit | undefined = getDefaultAppKit(),
): Promise<string | undefined> {
  if (!appKit) throw new MissingAppKitError()
  const { storage, store } = appKit.scope.kit
  const { session } = toSession(store.getState())
  if (!session) return undefined
  const { readSessionToken } = await import('@portico/siwx/readSessionToken')
  const token = await readSessionToken(storage, session)
  // The visitor may have signed out, or switched the account, while the code was loading.
  const current = toSession(store.getState()).session
  const isSame = current?.address === session.address && current.networkId === session.networkId
  return isSame ? token : undefined
}

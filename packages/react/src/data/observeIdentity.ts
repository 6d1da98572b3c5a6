import type { Kit, SignInSubject } from '@portico/core'
import { getQueryClient, type Identity, identityQuery } from '@portico/core/data'
import { QueryObserver } from '@tanstack/query-core'

/**
 * Calls back with the name and avatar of an account, at once if they are cached, then on every change. Does not call
 * back if they cannot be known.
 *
 * @returns a function that stops observing
 */
export function observeIdentity(
  kit: Kit,
  subject: SignInSubject,
  callback: (identity: Identity) => void,
): () => void {
  const observer = new QueryObserver(getQueryClient(kit), identityQuery(kit, subject))
  const show = ({ data }: ReturnType<typeof observer.getCurrentResult>) => {
    if (data) callback(data)
  }
  show(observer.getCurrentResult())
  return observer.subscribe(show)
}

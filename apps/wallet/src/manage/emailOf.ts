import type { StoredSession } from '../session/storedSession.ts'

/**
 * Returns the address that the visitor logged in with on this page. Every session of this page has one: it has no other way to
 * log in.
 */
export function emailOf({ email }: StoredSession): string {
  if (email === undefined) throw new Error('The session of this page has no e-mail address.')
  return email
}

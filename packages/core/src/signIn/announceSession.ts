import { type Kit, track } from '../kit.ts'
import { getSubject } from './getSubject.ts'
import type { SignInSubject } from './signInState.ts'

/** Announces that a visitor has signed in while connecting, if the session is that of the account that was connected. */
export function announceSession(kit: Kit, { address, networkId }: SignInSubject): void {
  const { store, siwx, events } = kit
  const subject = getSubject(store.getState())
  if (subject?.address !== address || subject.networkId !== networkId) return
  const required = siwx?.getRequired?.() ?? false
  // The check that the new connection has started comes to the same result later.
  store.setState({ signIn: { status: 'signed-in', required, ...subject } })
  track(kit, 'SIWX_AUTH_SUCCESS', { network: networkId })
  events.emit({ type: 'signed-in' })
}

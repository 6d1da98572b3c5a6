import { disconnect } from '../actions/disconnect.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { namespaceOf, subjectOf } from './getSubject.ts'
import { rememberSkip } from './skips.ts'

/**
 * Cancels the sign-in of the visitor. If signing in is required, the account is disconnected; otherwise it is
 * skipped.
 */
export async function cancelSignIn(kit: Kit): Promise<void> {
  const { store, events } = kit
  const { signIn } = store.getState()
  const subject = subjectOf(signIn)
  if (!subject || signIn.status === 'signed-in') return
  track(kit, 'CLICK_CANCEL_SIWX', { network: subject.networkId })
  const required = signIn.status !== 'off' && signIn.required
  if (!required) {
    rememberSkip(kit, subject)
    store.setState({ signIn: { status: 'skipped', required, ...subject } })
  }
  const namespace = namespaceOf(subject)
  // Only the wallet that was to sign in: others of the namespace may have a session.
  const connectorId = getConnected(store.getState(), namespace)?.connectorId
  const disconnecting = required ? disconnect(kit, { namespace, connectorId }) : undefined
  events.emit({ type: 'sign-in-cancelled' })
  await disconnecting
}

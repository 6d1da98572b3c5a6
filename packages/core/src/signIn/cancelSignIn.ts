import { disconnect } from '../actions/disconnect.ts'
import { type Kit, track } from '../kit.ts'
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
  const disconnecting = required ? disconnect(kit, { namespace: namespaceOf(subject) }) : undefined
  events.emit({ type: 'sign-in-cancelled' })
  await disconnecting
}

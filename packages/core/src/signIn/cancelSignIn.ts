import { disconnect } from '../actions/disconnect.ts'
import { type Kit, track } from '../kit.ts'
import { subjectOf } from './getSubject.ts'

/** The visitor does not want to sign in: a required sign-in then disconnects, an optional one is skipped. */
export async function cancelSignIn(kit: Kit): Promise<void> {
  const { store, events } = kit
  const { signIn } = store.getState()
  const subject = subjectOf(signIn)
  if (!subject || signIn.status === 'signed-in') return
  track(kit, 'CLICK_CANCEL_SIWX', { network: subject.networkId })
  const required = signIn.status !== 'off' && signIn.required
  if (!required) store.setState({ signIn: { status: 'skipped', required, ...subject } })
  const done = required ? disconnect(kit) : undefined
  events.emit({ type: 'sign-in-cancelled' })
  await done
}

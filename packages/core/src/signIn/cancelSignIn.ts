import { disconnect } from '../actions/disconnect.ts'
import { type Kit, track } from '../kit.ts'
import { familyOf, subjectOf } from './getSubject.ts'
import { rememberSkip } from './skips.ts'

/** The visitor does not want to sign in: a required sign-in then disconnects that account, an optional one is skipped. */
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
  const done = required ? disconnect(kit, { namespace: familyOf(subject) }) : undefined
  events.emit({ type: 'sign-in-cancelled' })
  await done
}

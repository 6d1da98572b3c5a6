import { disconnect } from '../actions/disconnect.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { familyOf, getSubject, isSameSubject, subjectOf } from './getSubject.ts'
import { isSkipped } from './skips.ts'

/**
 * Looks whether the connected account has a session, and writes what follows. A configuration that fails here cannot
 * sign anybody in: the visitor is told and disconnected (specification §4). Coming back to a page is not connecting:
 * whoever passed over an optional sign-in is not asked again on every reload, nor on coming back from another family.
 */
export async function checkSession(kit: Kit): Promise<void> {
  const { store, siwx, events } = kit
  if (!siwx) return
  const required = siwx.getRequired?.() ?? false
  const subject = getSubject(store.getState())
  if (!subject) {
    store.setState({ signIn: { status: 'idle', required } })
    return
  }
  const before = store.getState().signIn
  // A second look at the same account (another tab signed in or out) does not take away what the visitor sees or does.
  const isKnown = isSameSubject(subjectOf(before), subject)
  if (!isKnown) store.setState({ signIn: { status: 'checking', required, ...subject } })
  try {
    const sessions = await siwx.getSessions(subject.networkId, subject.address)
    const now = store.getState()
    if (!isSameSubject(getSubject(now), subject)) return
    const isOpen = now.signIn.status === 'checking' || now.signIn.status === 'signed-in'
    if (sessions.length === 0 && !isOpen) return
    const isPassed = getConnected(now)?.restored || isSkipped(kit, subject)
    const missing = isPassed && !required ? 'skipped' : 'needed'
    store.setState({
      signIn: { status: sessions.length > 0 ? 'signed-in' : missing, required, ...subject },
    })
  } catch (error) {
    kit.logger.error('A problem occurred while trying initialize authentication', error)
    if (!isSameSubject(getSubject(store.getState()), subject)) return
    track(kit, 'SIWX_AUTH_ERROR', { message: error instanceof Error ? error.message : String(error) })
    events.emit({ type: 'notice', notice: 'auth-init-failed' })
    await disconnect(kit, { namespace: familyOf(subject) })
  }
}

import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { failSignIn } from './failSignIn.ts'
import { getSubject, isSameSubject, namespaceOf, subjectOf } from './getSubject.ts'
import { isSkipped } from './skips.ts'

/**
 * Checks whether the connected account has a session and updates `state.signIn`. An error of the configuration means
 * that signing in is impossible: the visitor gets a notice and is disconnected. An optional sign-in is not requested
 * again for a restored connection, nor for an account that skipped it before.
 *
 * @param parameters.isRepeated the account is signed in: an error, such as a server that cannot be reached, changes nothing
 */
export async function checkSession(
  kit: Kit,
  { isRepeated = false }: { isRepeated?: boolean } = {},
): Promise<void> {
  const { store, siwx } = kit
  if (!siwx) return
  const required = siwx.getRequired?.() ?? false
  const subject = getSubject(store.getState())
  if (!subject) {
    store.setState({ signIn: { status: 'idle', required } })
    return
  }
  const before = store.getState().signIn
  // Checking the same account again, because another tab signed in or out, must not interrupt a sign-in in progress.
  const isSameAccount = isSameSubject(subjectOf(before), subject)
  if (!isSameAccount) store.setState({ signIn: { status: 'checking', required, ...subject } })
  try {
    const sessions = await siwx.getSessions(subject.networkId, subject.address)
    const now = store.getState()
    if (!isSameSubject(getSubject(now), subject)) return
    const isSettled = now.signIn.status !== 'checking' && now.signIn.status !== 'signed-in'
    if (sessions.length === 0 && isSettled) return
    const canSkip = getConnected(now)?.restored || isSkipped(kit, subject)
    const withoutSession = canSkip && !required ? 'skipped' : 'needed'
    store.setState({
      signIn: { status: sessions.length > 0 ? 'signed-in' : withoutSession, required, ...subject },
    })
  } catch (error) {
    if (isRepeated) kit.logger.warn('The session could not be read again.', error)
    else if (isSameSubject(getSubject(store.getState()), subject))
      await failSignIn(kit, { error, namespace: namespaceOf(subject) })
    else kit.logger.error('The sessions of an earlier account could not be read.', error)
  }
}

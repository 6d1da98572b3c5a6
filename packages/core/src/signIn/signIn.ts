import { BaseError, isUserRejection } from '@portico/protocol'
import { nextAttempt } from '../actions/nextAttempt.ts'
import { NoActiveCaipAddressError, NoConnectionClientError, SIWXNotEnabledError } from '../connectErrors.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { NoActiveCaipNetworkError } from '../errors.ts'
import type { Notice } from '../events/kitEvent.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected, getNetworkId } from '../selectors.ts'
import { serverAlert } from '../serverAlert.ts'
import { getSubject, isSameSubject, namespaceOf, subjectOf } from './getSubject.ts'
import type { SignInFailure, SignInSubject } from './signInState.ts'

const attempts = new WeakMap<Kit, number>()

/**
 * Signs the connected account in: creates the message, has the wallet sign it and adds the session. A failure is
 * written to `state.signIn`; it throws only when signing in is not possible at all. A newer call supersedes an older
 * one.
 *
 * @throws SIWXNotEnabledError · NoActiveCaipAddressError · NoActiveCaipNetworkError
 * @example
 * import { signIn } from '@portico/core'
 *
 * await signIn(kit)
 * kit.store.getState().signIn.status // 'signed-in', or 'needed' with a `failure`
 */
export async function signIn(kit: Kit): Promise<void> {
  const { siwx, store, events } = kit
  if (!siwx) throw new SIWXNotEnabledError()
  const connected = getConnected(store.getState())
  if (!connected) throw new NoActiveCaipAddressError()
  const subject = getSubject(store.getState())
  if (!subject || !getNetworkId(store.getState())) throw new NoActiveCaipNetworkError()
  const attempt = nextAttempt()
  attempts.set(kit, attempt)
  const isCurrent = () =>
    attempts.get(kit) === attempt &&
    store.getState().signIn.status === 'signing' &&
    isSameSubject(subjectOf(store.getState().signIn), subject)
  const required = siwx.getRequired?.() ?? false
  store.setState({ signIn: { status: 'signing', required, ...subject } })
  track(kit, 'CLICK_SIGN_SIWX_MESSAGE', { network: subject.networkId })
  try {
    const { networkId: chainId, address: accountAddress } = subject
    const data = await siwx.createMessage({ accountAddress, chainId })
    if (!isCurrent()) return
    const message = data.toString()
    const signature = siwx.signMessage
      ? await siwx.signMessage({ message, chainId, accountAddress })
      : await requestSignature(kit, { message, subject, connectorId: connected.connectorId })
    if (!isCurrent()) return
    await siwx.addSession({ data, message, signature })
    if (!isCurrent()) {
      // The disconnect meanwhile could not end this session, which did not exist yet.
      const isDisconnected =
        !getConnected(store.getState(), namespaceOf(subject)) && siwx.signOutOnDisconnect !== false
      if (isDisconnected) await siwx.revokeSession(chainId, accountAddress)
      return
    }
    store.setState({ signIn: { status: 'signed-in', required, ...subject } })
    track(kit, 'SIWX_AUTH_SUCCESS', { network: chainId })
    events.emit({ type: 'signed-in' })
  } catch (error) {
    if (!isCurrent()) return
    const failure = toFailure(error)
    // It says what to correct, where a failure would blame the signature.
    const alert = serverAlert(error)
    store.setState({
      signIn: { status: 'needed', required, failure: alert ? undefined : failure, ...subject },
      ...(alert ? { alert } : {}),
    })
    const message = error instanceof Error ? error.message : String(error)
    if (failure === 'declined') track(kit, 'USER_REJECTED', { message })
    else {
      kit.logger.error('Signing in failed.', error)
      track(kit, 'SIWX_AUTH_ERROR', { message })
    }
    if (alert || failure === 'unreachable') return
    const account = connected.accounts.find(({ address }) => address === subject.address)
    const isSmart = failure === 'refused' && account?.type === 'smartAccount'
    const notice: Notice = isSmart ? 'smart-account-unsupported' : 'signature-declined'
    events.emit({ type: 'notice', notice })
  }
}

async function requestSignature(
  kit: Kit,
  { message, subject, connectorId }: { message: string; subject: SignInSubject; connectorId: string },
): Promise<string> {
  const connector = getConnector(kit, namespaceOf(subject), connectorId)
  if (!connector) throw new NoConnectionClientError()
  return connector.signMessage({ message, address: subject.address })
}

function toFailure(error: unknown): SignInFailure {
  if (isUserRejection(error)) return 'declined'
  if (error instanceof BaseError && error.code === 'sign-in-server-unreachable') return 'unreachable'
  return 'refused'
}

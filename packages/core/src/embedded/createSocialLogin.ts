import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { type FrameEvent, frameLimits } from '@portico/protocol/frame'
import type { SocialProvider } from '@portico/protocol/social'
import { type Kit, track } from '../kit.ts'
import { prepareLoginSignIn } from '../signIn/loginSignIn.ts'
import { chooseNamespace } from './chooseNamespace.ts'
import type { LoginSteps } from './createLoginSteps.ts'
import type { Embedded } from './Embedded.ts'
import type { EmbeddedStore } from './embeddedStore.ts'
import { FrameAbortedError, SocialLoginError } from './errors.ts'
import { finishLogin } from './finishLogin.ts'
import type { LoginProvider } from './LoginProvider.ts'
import { rememberLogin } from './rememberLogin.ts'
import { claimSocialWindow, closeSocialWindow } from './socialWindow.ts'
import { untilSilent } from './untilSilent.ts'

type SocialResult = Extract<FrameEvent, { type: 'SOCIAL_RESULT' }>['payload']

/** Creates the method that logs in with an account at a provider, and the function that takes the frame's event. */
export function createSocialLogin({
  kit,
  steps,
  state,
  getNetworkId,
  setSocial,
}: {
  kit: Kit
  steps: LoginSteps
  state: EmbeddedStore
  /** Returns the network of a namespace. */
  getNetworkId(namespace: NamespaceId): CaipNetworkId
  /** Stores which provider the visitor logged in with. */
  setSocial(provider: LoginProvider | undefined): void
}): Pick<Embedded, 'connectSocial'> & { receiveSocialResult(result: SocialResult): void } {
  const timeout = frameLimits.loginTimeout
  let onResult: ((result: SocialResult) => void) | undefined
  let cancel: (() => void) | undefined

  /** Waits for the end of the visit at the provider, however long the visitor types there. */
  function waitForResult(signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      onResult = (result) => ('uri' in result ? resolve(result.uri) : reject(new SocialLoginError(result)))
      const abort = () => reject(new FrameAbortedError({ type: 'CONNECT_SOCIAL' }))
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  async function run(provider: SocialProvider, requested: NamespaceId | undefined, signal: AbortSignal) {
    const namespace = chooseNamespace(kit, requested)
    // From the start: the event can arrive with the reply, and the visitor can leave while the frame is opening.
    const result = waitForResult(signal)
    const asking = steps.run((frame) =>
      frame.request('GET_SOCIAL_REDIRECT_URI', { provider }, { timeout, signal }),
    )
    const uri = await Promise.race([asking.then(() => result), result])
    track(kit, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider })
    const signIn = await prepareLoginSignIn(kit, getNetworkId(namespace))
    const asked = signIn && { nonce: signIn.nonce, chainId: signIn.chainId, issuer: signIn.issuer }
    // No longer cancelled: the frame may ask the visitor something, in another view.
    const user = await steps.run((frame) =>
      untilSilent(kit, { type: 'CONNECT_SOCIAL', milliseconds: timeout }, (signal) =>
        frame.request(
          'CONNECT_SOCIAL',
          { uri, ...(asked && { signIn: asked }) },
          { timeout: frameLimits.questionTimeout, signal },
        ),
      ),
    )
    await finishLogin(kit, {
      namespace,
      signIn,
      signed: user.signIn,
      remember: () => rememberLogin({ kit, state, setSocial }, provider, user),
    })
  }

  return {
    async connectSocial(provider, { namespace, signal } = {}) {
      // First, while the browser still allows a window.
      const opened = claimSocialWindow(kit, provider)
      cancel?.()
      const superseded = new AbortController()
      cancel = () => superseded.abort()
      track(kit, 'SOCIAL_LOGIN_STARTED', { provider })
      try {
        await run(provider, namespace, AbortSignal.any([superseded.signal, ...(signal ? [signal] : [])]))
        track(kit, 'SOCIAL_LOGIN_SUCCESS', { provider })
      } catch (error) {
        const isCancelled =
          error instanceof FrameAbortedError ||
          (error instanceof SocialLoginError && error.reason === 'refused')
        if (isCancelled) track(kit, 'SOCIAL_LOGIN_CANCELED', { provider })
        else track(kit, 'SOCIAL_LOGIN_ERROR', { provider, message: String(error) }, { type: 'error' })
        throw error
      } finally {
        closeSocialWindow(kit, opened)
      }
    },
    receiveSocialResult: (result) => onResult?.(result),
  }
}

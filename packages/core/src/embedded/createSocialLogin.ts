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
import { loginStorageKeys } from './loginStorage.ts'
import { rememberLogin } from './rememberLogin.ts'
import { claimSocialWindow, closeSocialWindow } from './socialWindow.ts'
import { untilSilent } from './untilSilent.ts'

type Options = NonNullable<Parameters<Embedded['connectSocial']>[1]>
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

  /** Lets the visitor log in at the provider. Resolves with the URI of the result. */
  async function visit(provider: SocialProvider, isRedirect: boolean, signal: AbortSignal): Promise<string> {
    // From the start: the event can arrive with the reply, and the visitor can leave while the frame is opening.
    const result = waitForResult(signal)
    const payload = { provider, ...(isRedirect ? { returnTo: addressOfPage() } : {}) }
    const asking = steps.run((frame) =>
      frame.request('GET_SOCIAL_REDIRECT_URI', payload, { timeout, signal }),
    )
    if (isRedirect) kit.storage.setItem(loginStorageKeys.leftFor, provider)
    return Promise.race([asking.then(() => result), result])
  }

  async function run(
    provider: SocialProvider,
    { namespace: requested, isRedirect = false, result }: Options,
    signal: AbortSignal,
  ) {
    const namespace = chooseNamespace(kit, requested)
    const uri = result === undefined ? await visit(provider, isRedirect, signal) : readResult(result)
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
    async connectSocial(provider, options = {}) {
      const { signal, isRedirect, result } = options
      const hasWindow = !isRedirect && result === undefined
      // First, while the browser still allows a window.
      const opened = hasWindow ? claimSocialWindow(kit, provider) : undefined
      cancel?.()
      const superseded = new AbortController()
      cancel = () => superseded.abort()
      track(kit, 'SOCIAL_LOGIN_STARTED', { provider })
      try {
        await run(provider, options, AbortSignal.any([superseded.signal, ...(signal ? [signal] : [])]))
        track(kit, 'SOCIAL_LOGIN_SUCCESS', { provider })
      } catch (error) {
        const isCancelled =
          error instanceof FrameAbortedError ||
          (error instanceof SocialLoginError && error.reason === 'refused')
        if (isCancelled) track(kit, 'SOCIAL_LOGIN_CANCELED', { provider })
        else track(kit, 'SOCIAL_LOGIN_ERROR', { provider, message: String(error) }, { type: 'error' })
        throw error
      } finally {
        if (opened) closeSocialWindow(kit, opened)
        // The tab has not left, or is back.
        if (isRedirect) kit.storage.removeItem(loginStorageKeys.leftFor)
      }
    },
    receiveSocialResult: (result) => onResult?.(result),
  }
}

/** The longest address to which a login returns. */
const maxAddress = 2048

/** Returns the address of this page, to which a login returns; without its query if it is too long. */
function addressOfPage(): string {
  const { href, origin, pathname } = location
  return href.length > maxAddress ? `${origin}${pathname}` : href
}

/**
 * Reads the `result_uri` with which the tab came back from the provider.
 *
 * @throws SocialLoginError
 */
function readResult(uri: string): string {
  const error = new URL(uri).searchParams.get('error')
  if (error !== null) throw new SocialLoginError({ reason: error === 'refused' ? 'refused' : 'failed' })
  return uri
}

import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import { type Kit, track } from '../kit.ts'
import { prepareLoginSignIn } from '../signIn/loginSignIn.ts'
import { chooseNamespace } from './chooseNamespace.ts'
import type { LoginSteps } from './createLoginSteps.ts'
import type { Embedded } from './Embedded.ts'
import type { EmbeddedStore } from './embeddedStore.ts'
import { FrameAbortedError } from './errors.ts'
import { finishLogin } from './finishLogin.ts'
import type { Frame } from './frame/openFrame.ts'
import type { LoginProvider } from './LoginProvider.ts'
import { rememberLogin } from './rememberLogin.ts'

const provider = 'farcaster'
const timeout = frameLimits.loginTimeout
/** The frame ends the wait itself, before this. */
const connectTimeout = frameLimits.farcasterTimeout + timeout

/** Creates the method that logs in with Farcaster. */
export function createFarcasterLogin({
  kit,
  steps,
  state,
  getFrame,
  getNetworkId,
  setSocial,
}: {
  kit: Kit
  steps: LoginSteps
  state: EmbeddedStore
  getFrame(): Promise<Frame>
  /** Returns the network of a namespace. */
  getNetworkId(namespace: NamespaceId): CaipNetworkId
  /** Stores which provider the visitor logged in with. */
  setSocial(provider: LoginProvider | undefined): void
}): Pick<Embedded, 'connectFarcaster'> {
  let supersede: (() => void) | undefined

  async function run(
    { onUri, namespace: requested }: Parameters<Embedded['connectFarcaster']>[0],
    signal: AbortSignal,
  ): Promise<void> {
    const namespace = chooseNamespace(kit, requested)
    const { url } = await steps.run((frame) =>
      frame.request('GET_FARCASTER_URI', undefined, { timeout, signal }),
    )
    onUri(url)
    const signIn = await prepareLoginSignIn(kit, getNetworkId(namespace))
    const asked = signIn && { nonce: signIn.nonce, chainId: signIn.chainId, issuer: signIn.issuer }
    const user = await steps.run((frame) =>
      frame.request('CONNECT_FARCASTER', asked ? { signIn: asked } : {}, { timeout: connectTimeout, signal }),
    )
    track(kit, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider })
    await finishLogin(kit, {
      namespace,
      signIn,
      signed: user.signIn,
      remember: () => rememberLogin({ kit, state, setSocial }, provider, user),
    })
  }

  /** Ends the login in the frame too, or the app could still complete it. */
  async function cancelInFrame(): Promise<void> {
    const frame = await getFrame()
    await frame.request('CANCEL_FARCASTER', undefined, { timeout })
  }

  return {
    async connectFarcaster(parameters) {
      supersede?.()
      const superseded = new AbortController()
      supersede = () => superseded.abort()
      const { signal: given } = parameters
      const signal = AbortSignal.any([superseded.signal, ...(given ? [given] : [])])
      // The visitor can leave while the frame is opening, which has no signal.
      const aborted = new Promise<never>((_, reject) => {
        const abort = () => reject(new FrameAbortedError({ type: 'CONNECT_FARCASTER' }))
        if (signal.aborted) abort()
        signal.addEventListener('abort', abort, { once: true })
      })
      track(kit, 'SOCIAL_LOGIN_STARTED', { provider })
      try {
        await Promise.race([run(parameters, signal), aborted])
        track(kit, 'SOCIAL_LOGIN_SUCCESS', { provider })
      } catch (error) {
        // A newer login ends this one in the frame by itself.
        if (given?.aborted && !superseded.signal.aborted) void cancelInFrame().catch(() => {})
        if (error instanceof FrameAbortedError) track(kit, 'SOCIAL_LOGIN_CANCELED', { provider })
        else track(kit, 'SOCIAL_LOGIN_ERROR', { provider, message: String(error) }, { type: 'error' })
        throw error
      }
    },
  }
}

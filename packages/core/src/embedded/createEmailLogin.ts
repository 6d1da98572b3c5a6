import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import { type Kit, track } from '../kit.ts'
import { type LoginSignIn, prepareLoginSignIn, type SignedLogin } from '../signIn/loginSignIn.ts'
import { authNamespace } from './authNamespace.ts'
import { chooseNamespace } from './chooseNamespace.ts'
import type { LoginSteps } from './createLoginSteps.ts'
import type { Embedded } from './Embedded.ts'
import type { EmbeddedLogin } from './embeddedState.ts'
import type { EmbeddedStore } from './embeddedStore.ts'
import { EmailThrottledError, FrameAbortedError, FrameRequestError } from './errors.ts'
import { finishLogin } from './finishLogin.ts'
import type { Frame } from './frame/openFrame.ts'
import { loginStorageKeys } from './loginStorage.ts'

/** The minimum time between two mails, in milliseconds. */
const resendDelayMs = 30_000

type EmailLogin = Pick<
  Embedded,
  'logIn' | 'resendLink' | 'waitForDevice' | 'waitForCode' | 'cancelLogin' | 'getResendAt' | 'getThrottle'
> & {
  /** Stores when another mail may be requested, in milliseconds since 1970. */
  setResendAt(resendAt: number): void
}

/** Creates the methods that log in by e-mail. */
export function createEmailLogin({
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
  setSocial(provider: undefined): void
}): EmailLogin {
  const { storage } = kit
  const requestOptions = { timeout: frameLimits.loginTimeout }

  function getResendAt(): number | undefined {
    const askedAt = Number(storage.getItem(loginStorageKeys.askedAt) ?? Number.NaN)
    const resendAt = askedAt + resendDelayMs
    const remainingMs = resendAt - Date.now()
    // More than the whole delay means that the clock was set back, which must not lock the visitor out.
    return remainingMs > 0 && remainingMs <= resendDelayMs ? resendAt : undefined
  }

  function setResendAt(resendAt: number): void {
    storage.setItem(loginStorageKeys.askedAt, String(resendAt - resendDelayMs))
  }

  function getThrottle(): number {
    const resendAt = getResendAt()
    return resendAt === undefined ? 0 : Math.ceil((resendAt - Date.now()) / 1000)
  }

  /** Runs a step that has a mail sent. If it is too soon for the server, its time is stored. */
  async function requestMail<T>(step: (frame: Frame) => Promise<T>): Promise<T> {
    try {
      return await steps.run(step)
    } catch (error) {
      if (error instanceof FrameRequestError && error.reason === 'too-soon' && error.retryAfter !== undefined)
        setResendAt(Date.now() + error.retryAfter * 1000)
      throw error
    }
  }

  /** Stores the time of a mail, unless the frame has reported it. */
  function noteMail(): void {
    if (getResendAt() === undefined) setResendAt(Date.now() + resendDelayMs)
  }

  function requireResend(): void {
    const seconds = getThrottle()
    if (seconds > 0) throw new EmailThrottledError({ seconds })
  }

  /** The namespace that the current login connects first. */
  let requested: NamespaceId = authNamespace

  /** The sign-in of the current login: one, however often its view is drawn. */
  let prepared: { login: EmbeddedLogin; signIn: Promise<LoginSignIn | undefined> } | undefined

  function prepareSignIn(login: EmbeddedLogin): Promise<LoginSignIn | undefined> {
    if (prepared?.login !== login)
      prepared = { login, signIn: prepareLoginSignIn(kit, getNetworkId(requested)) }
    return prepared.signIn
  }

  /** Stores the login, and connects its account. */
  function finish(email: string, signIn?: LoginSignIn, signed?: SignedLogin): Promise<void> {
    return finishLogin(kit, {
      namespace: requested,
      signIn,
      signed,
      remember() {
        storage.setItem(loginStorageKeys.isUsed, 'true')
        storage.setItem(loginStorageKeys.email, email)
        storage.removeItem(loginStorageKeys.askedAt)
        storage.removeItem(loginStorageKeys.username)
        state.set({ email, userName: undefined, login: { step: 'none' } })
        setSocial(undefined)
      },
    })
  }

  return {
    getResendAt,
    setResendAt,
    getThrottle,
    async logIn(email, { namespace } = {}) {
      requireResend()
      requested = chooseNamespace(kit, namespace)
      track(kit, 'EMAIL_SUBMITTED')
      const { action, matchCode } = await requestMail((frame) =>
        frame.request('CONNECT_EMAIL', { email }, requestOptions),
      )
      if (action !== 'CONNECT') noteMail()
      if (action === 'CONNECT') await finish(email)
      else if (action === 'VERIFY_DEVICE') state.set({ login: { step: 'device', email, matchCode } })
      else {
        state.set({ login: { step: 'code', email } })
        track(kit, 'EMAIL_VERIFICATION_CODE_SENT')
      }
      return action
    },
    async resendLink() {
      requireResend()
      await requestMail((frame) => frame.request('RESEND_LINK', undefined, requestOptions))
      noteMail()
    },
    async waitForDevice(signal) {
      const { login } = state.get()
      if (login.step !== 'device') return
      for (;;) {
        const { status } = await steps.run((frame) =>
          frame.request('CONNECT_DEVICE', undefined, { ...requestOptions, signal }),
        )
        if (status === 'approved') break
      }
      track(kit, 'DEVICE_REGISTERED_FOR_EMAIL')
      track(kit, 'EMAIL_VERIFICATION_CODE_SENT')
      state.set({ login: { step: 'code', email: login.email } })
    },
    async waitForCode(signal) {
      const { login } = state.get()
      if (login.step !== 'code') return
      const signIn = await prepareSignIn(login)
      let signed: SignedLogin | undefined
      try {
        const result = await steps.runWithCode(signal, (frame, stepSignal) =>
          frame.request('CONNECT_OTP', signIn && { signIn: toRequest(signIn) }, {
            timeout: frameLimits.codeTimeout,
            signal: stepSignal,
          }),
        )
        signed = result.signIn
      } catch (error) {
        if (!(error instanceof FrameAbortedError)) track(kit, 'EMAIL_VERIFICATION_CODE_FAIL')
        throw error
      }
      track(kit, 'EMAIL_VERIFICATION_CODE_PASS')
      await finish(login.email, signIn, signed)
    },
    cancelLogin: () => state.set({ login: { step: 'none' } }),
  }
}

const toRequest = ({ nonce, chainId, issuer }: LoginSignIn) => ({ nonce, chainId, issuer })

import type { NamespaceId } from '@portico/protocol'
import type { FramePayload } from '@portico/protocol/frame'
import type { SocialProvider } from '@portico/protocol/social'

/** The embedded wallet of a kit, for the views that show it. Its state is `state.embedded`. */
export interface Embedded {
  /** Places the frame at a rectangle of the window, in CSS pixels; undefined hides it. */
  place(rectangle: { x: number; y: number; width: number; height: number } | undefined): void
  /** Moves the keyboard focus into the frame. */
  focus(): void
  /**
   * Starts a login. With `CONNECT` the session was still valid and the visitor is connected; otherwise
   * `state.embedded.login` has the next step.
   *
   * @param parameters.namespace the namespace whose account becomes the active one, by default the active one. Those of other
   * namespaces are connected as well, where no other wallet is connected.
   * @throws EmailThrottledError within 30 seconds of the previous mail · FrameUnavailableError · FrameTimeoutError
   * (with the alert `socials-timeout`) · FrameRequestError
   */
  logIn(
    email: string,
    parameters?: { namespace?: NamespaceId | undefined },
  ): Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'>
  /**
   * Has another link mailed, which invalidates the previous one.
   *
   * @throws EmailThrottledError within 30 seconds of the previous mail · FrameRequestError
   */
  resendLink(): Promise<void>
  /** Resolves when the link in the e-mail was approved. */
  waitForDevice(signal: AbortSignal): Promise<void>
  /**
   * Resolves when the visitor has typed the code in the frame, it was accepted, and the wallet is connected.
   *
   * @throws LoginCancelledError when the visitor goes back to the e-mail address
   */
  waitForCode(signal: AbortSignal): Promise<void>
  /**
   * Logs in with the visitor's account at a provider, in a window of the wallet's site, and connects the wallet. Call it in
   * the click, which lets the window open; a newer call supersedes an older one. The visitor may take any time at the
   * provider; the frame answers each of its two requests within 30 seconds.
   *
   * @param parameters.signal Cancels the login, and closes the window unless it is at the provider already.
   * @param parameters.isRedirect Leads the tab itself to the provider, from a button in the frame, for browsers without windows. It
   * comes back to this page with the parameter `result_uri`.
   * @param parameters.result The `result_uri` with which the tab came back: completes that login.
   * @throws SocialLoginError · FrameAbortedError when cancelled · FrameUnavailableError · FrameTimeoutError (with the alert
   * `socials-timeout`) · FrameRequestError
   */
  connectSocial(
    provider: SocialProvider,
    parameters?: {
      namespace?: NamespaceId | undefined
      signal?: AbortSignal | undefined
      isRedirect?: boolean | undefined
      result?: string | undefined
    },
  ): Promise<void>
  /**
   * Logs in with the Farcaster app, and connects the wallet once the visitor has confirmed the login there; a newer call
   * supersedes an older one.
   *
   * @param parameters.onUri Called with the address that the app opens, to be shown as a QR code or as a link. It works for
   * five minutes.
   * @param parameters.signal Cancels the login.
   * @throws FrameRequestError, with the reason `farcaster-expired` when nobody has confirmed it in time · FrameAbortedError when
   * cancelled · FrameUnavailableError · FrameTimeoutError (with the alert `socials-timeout`)
   */
  connectFarcaster(parameters: {
    onUri(url: string): void
    namespace?: NamespaceId | undefined
    signal?: AbortSignal | undefined
  }): Promise<void>
  /** Cancels the login by e-mail. */
  cancelLogin(): void
  /** Starts a change of the e-mail address. */
  updateEmail(email: string): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  /**
   * Resolves when the code sent to the current address (`primary`) or to the new one (`secondary`) was accepted.
   * After `secondary` the address is changed.
   */
  waitForUpdate(step: 'primary' | 'secondary', signal: AbortSignal): Promise<void>
  /** Rejects every request that waits for the visitor's approval. */
  abortRequests(): void
  /** Sets the theme and the language of what the frame draws. */
  syncTheme(theme: {
    themeMode: 'light' | 'dark'
    themeVariables: Record<string, string | number>
    language?: FramePayload<'SYNC_THEME'>['language']
  }): void
  /** Returns when another mail can be requested, in milliseconds since 1970; undefined if one can be requested now. */
  getResendAt(): number | undefined
  /** Returns the whole seconds until another mail can be requested; 0 if one can be requested now. */
  getThrottle(): number
}

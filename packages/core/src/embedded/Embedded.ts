/** The embedded wallet of one kit: what its views call. State is in `kit.store`, under `embedded`. */
export interface Embedded {
  /** Where a view wants the frame, in CSS pixels of the window; undefined hides it. */
  place(rectangle: { x: number; y: number; width: number; height: number } | undefined): void
  /** Moves the keyboard into the frame. */
  focus(): void
  /**
   * Begins to log in. Where the session still lives the visitor is connected when this resolves (`CONNECT`); else
   * `state.embedded.login` says what is next.
   *
   * @throws EmailThrottledError less than thirty seconds after the last time · FrameUnavailableError ·
   * FrameTimeoutError (with the alert `socials-timeout`) · FrameRequestError
   */
  logIn(email: string): Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'>
  /** Waits until the mailed link was approved. */
  waitForDevice(signal: AbortSignal): Promise<void>
  /**
   * Waits until the code was typed in the frame and accepted, and connects.
   *
   * @throws LoginCancelledError when the visitor went back to the address
   */
  waitForCode(signal: AbortSignal): Promise<void>
  /** Gives the login up. */
  cancelLogin(): void
  /** Begins to change the e-mail address. */
  updateEmail(email: string): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  /** Waits for the code sent to the address of now (`primary`), or to the new one (`secondary`): then it is changed. */
  waitForUpdate(step: 'primary' | 'secondary', signal: AbortSignal): Promise<void>
  /** Rejects every request that waits for the visitor; safe ones go on. */
  abortRequests(): void
  /** The look of the page, for what the frame draws. */
  syncTheme(theme: { themeMode: 'light' | 'dark'; themeVariables: Record<string, string | number> }): void
  /** Whole seconds until another code may be asked for; 0: now. */
  getThrottle(): number
}

import { BaseError, type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import { connect } from '../actions/connect.ts'
import { addConnectors } from '../connectors/addConnectors.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected, getNetworkId } from '../selectors.ts'
import { serverAlert } from '../serverAlert.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import { createAuthConnector } from './createAuthConnector.ts'
import type { Embedded } from './Embedded.ts'
import { type EmbeddedState, initialEmbeddedState } from './embeddedState.ts'
import {
  EmailThrottledError,
  FrameAbortedError,
  FrameRequestError,
  FrameTimeoutError,
  FrameUnavailableError,
  LoginCancelledError,
} from './errors.ts'
import { type Frame, openFrame } from './frame/openFrame.ts'
import { hasEmbedded } from './hasEmbedded.ts'
import { loginStorageKeys } from './loginStorage.ts'

/** Milliseconds between two codes. */
const throttle = 30_000
const login = { timeout: frameLimits.loginTimeout }
const typing = { timeout: frameLimits.codeTimeout }

const started = new WeakMap<Kit, Embedded>()

export interface StartEmbeddedParameters {
  /** Puts the frame into the page, for good: it is never moved. */
  mount(element: HTMLIFrameElement): void | Promise<void>
  /** Escape was pressed inside the frame. */
  onCloseRequested?: (() => void) | undefined
}

/**
 * Puts the embedded wallet among the kit's connectors, once. The frame is opened with its first use: a login, or a
 * connection that is taken up again.
 *
 * @returns undefined where the application has set no `walletUrl`, or has no Ethereum adapter
 * @example
 * import { startEmbedded } from '@portico/core/embedded'
 * const embedded = startEmbedded(kit, { mount: (frame) => document.body.append(frame) })
 * await embedded?.logIn('ada@example.org')
 */
export function startEmbedded(
  kit: Kit,
  { mount, onCloseRequested }: StartEmbeddedParameters,
): Embedded | undefined {
  const known = started.get(kit)
  const { walletUrl, projectId, logLevel } = kit.options
  if (known || !hasEmbedded(kit)) return known
  const { store, storage } = kit

  const set = (part: Partial<EmbeddedState>) =>
    store.setState(({ embedded = initialEmbeddedState }) => ({ embedded: { ...embedded, ...part } }))
  const get = () => store.getState().embedded ?? initialEmbeddedState
  set({ email: storage.getItem(loginStorageKeys.email) ?? undefined })

  let opening: Promise<Frame> | undefined
  let opened: Frame | undefined
  let theme: Parameters<Embedded['syncTheme']>[0] | undefined
  let cancelTyping: (() => void) | undefined

  function getFrame(): Promise<Frame> {
    opening ??= openFrame({
      walletUrl: walletUrl as string,
      projectId,
      chainId: getChain(),
      enableLogger: logLevel === 'debug',
      mount,
    }).then(
      (frame) => {
        opened = frame
        frame.subscribe((event) => {
          if (event.type === 'SURFACE') set({ surface: event.payload })
          else if (event.type === 'LOGIN_CANCELLED') cancelTyping?.()
          else if (event.type === 'DISCONNECTED') forget()
          else if (event.type === 'CLOSE_REQUESTED') onCloseRequested?.()
        })
        const { metadata } = kit
        tell(
          frame.request(
            'SYNC_DAPP_DATA',
            { metadata: { ...metadata, icons: [...metadata.icons] }, projectId },
            login,
          ),
        )
        if (theme) tell(frame.request('SYNC_THEME', theme, login))
        return frame
      },
      (error: unknown) => {
        // Not reached today; the next use tries again.
        opening = undefined
        if (error instanceof FrameUnavailableError) {
          kit.logger.error('The embedded wallet could not be shown.', error)
          store.setState({ alert: { id: 'socials-timeout', detail: location.origin } })
        }
        throw error
      },
    )
    return opening
  }

  /** What may fail without anybody waiting for it. */
  function tell(answer: Promise<unknown>): void {
    answer.catch((error: unknown) => kit.logger.warn('The embedded wallet did not take a message.', error))
  }

  function getChain(): CaipNetworkId {
    const stored = storage.getItem(loginStorageKeys.chain)
    const active = getNetworkId(store.getState(), authNamespace)
    return active ?? (stored !== null && isCaipNetworkId(stored) ? stored : `${authNamespace}:1`)
  }

  /** Every step of a login: what takes too long is an alert, what a server refuses may be one. */
  async function step<T>(run: (frame: Frame) => Promise<T>): Promise<T> {
    try {
      return await run(await getFrame())
    } catch (error) {
      if (error instanceof FrameTimeoutError)
        store.setState({ alert: { id: 'socials-timeout', detail: location.origin } })
      const reason = error instanceof FrameRequestError ? error.reason : undefined
      const alert = reason === undefined ? undefined : serverAlert(new BaseError('', { code: reason }))
      if (alert) store.setState({ alert })
      throw error
    }
  }

  /** Waits for a code that is typed in the frame. */
  async function untilTyped<T>(signal: AbortSignal, run: (frame: Frame, signal: AbortSignal) => Promise<T>) {
    const cancel = new AbortController()
    let isCancelled = false
    cancelTyping = () => {
      isCancelled = true
      cancel.abort()
    }
    try {
      return await step((frame) => run(frame, AbortSignal.any([signal, cancel.signal])))
    } catch (error) {
      throw isCancelled && error instanceof FrameAbortedError ? new LoginCancelledError() : error
    } finally {
      cancelTyping = undefined
    }
  }

  async function finish(email: string): Promise<void> {
    storage.setItem(loginStorageKeys.isUsed, 'true')
    storage.setItem(loginStorageKeys.email, email)
    storage.removeItem(loginStorageKeys.askedAt)
    set({ email, login: { step: 'none' } })
    await connect(kit, { connectorId: authConnectorId, namespace: authNamespace })
  }

  /** What was remembered of a login that is over. */
  function forget(): void {
    for (const key of ['isUsed', 'email', 'chain', 'username'] as const)
      storage.removeItem(loginStorageKeys[key])
    set({ ...initialEmbeddedState, surface: get().surface })
    const connected = getConnected(store.getState(), authNamespace)
    if (connected?.connectorId === authConnectorId)
      dispatchConnection(kit, authNamespace, { type: 'disconnect' })
  }

  const embedded: Embedded = {
    place(rectangle) {
      if (!opened) return
      const { style } = opened.element
      const properties = rectangle
        ? {
            display: 'block',
            left: `${rectangle.x}px`,
            top: `${rectangle.y}px`,
            width: `${rectangle.width}px`,
            height: `${rectangle.height}px`,
          }
        : { display: 'none' }
      for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, 'important')
    },
    focus: () => opened?.element.focus(),
    async logIn(email) {
      const seconds = embedded.getThrottle()
      if (seconds > 0) throw new EmailThrottledError({ seconds })
      track(kit, 'EMAIL_SUBMITTED')
      const { action, matchCode } = await step((frame) => frame.request('CONNECT_EMAIL', { email }, login))
      if (action !== 'CONNECT') storage.setItem(loginStorageKeys.askedAt, String(Date.now()))
      if (action === 'CONNECT') await finish(email)
      else if (action === 'VERIFY_DEVICE') set({ login: { step: 'device', email, matchCode } })
      else {
        set({ login: { step: 'code', email } })
        track(kit, 'EMAIL_VERIFICATION_CODE_SENT')
      }
      return action
    },
    async waitForDevice(signal) {
      const { login: now } = get()
      if (now.step !== 'device') return
      for (;;) {
        const { status } = await step((frame) =>
          frame.request('CONNECT_DEVICE', undefined, { ...login, signal }),
        )
        if (status === 'approved') break
      }
      track(kit, 'DEVICE_REGISTERED_FOR_EMAIL')
      track(kit, 'EMAIL_VERIFICATION_CODE_SENT')
      set({ login: { step: 'code', email: now.email } })
    },
    async waitForCode(signal) {
      const { login: now } = get()
      if (now.step !== 'code') return
      try {
        await untilTyped(signal, (frame, either) =>
          frame.request('CONNECT_OTP', undefined, { ...typing, signal: either }),
        )
      } catch (error) {
        if (!(error instanceof FrameAbortedError)) track(kit, 'EMAIL_VERIFICATION_CODE_FAIL')
        throw error
      }
      track(kit, 'EMAIL_VERIFICATION_CODE_PASS')
      await finish(now.email)
    },
    cancelLogin: () => set({ login: { step: 'none' } }),
    async updateEmail(email) {
      track(kit, 'EMAIL_EDIT')
      const { action } = await step((frame) => frame.request('UPDATE_EMAIL', { email }, login))
      return action
    },
    async waitForUpdate(which, signal) {
      const changed = await untilTyped(signal, async (frame, either) => {
        const options = { ...typing, signal: either }
        if (which === 'secondary')
          return (await frame.request('UPDATE_EMAIL_SECONDARY_OTP', undefined, options)).newEmail
        await frame.request('UPDATE_EMAIL_PRIMARY_OTP', undefined, options)
        return undefined
      })
      if (changed === undefined) return
      storage.setItem(loginStorageKeys.email, changed)
      set({ email: changed })
    },
    abortRequests() {
      connector.abortRequests()
    },
    syncTheme(next) {
      theme = next
      if (opened) tell(opened.request('SYNC_THEME', next, login))
    },
    getThrottle() {
      const askedAt = Number(storage.getItem(loginStorageKeys.askedAt) ?? Number.NaN)
      const left = askedAt + throttle - Date.now()
      // A clock that was set back must not lock anybody out.
      return left > 0 && left <= throttle ? Math.ceil(left / 1000) : 0
    },
  }

  const connector = createAuthConnector({
    kit,
    getFrame,
    getChain,
    onForgotten: forget,
    onRequests: (requests) => set({ requests }),
  })
  started.set(kit, embedded)
  addConnectors(kit, [connector.connector])
  return embedded
}

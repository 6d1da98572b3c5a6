import type { FrameEvent } from '@portico/protocol/frame'
import { frameLimits } from '@portico/protocol/frame'
import { type Kit, track } from '../kit.ts'
import type { Embedded } from './Embedded.ts'
import { FrameTimeoutError, FrameUnavailableError } from './errors.ts'
import { type Frame, openFrame } from './frame/openFrame.ts'
import { sdkVersion } from './sdkVersion.ts'

type Theme = Parameters<Embedded['syncTheme']>[0]

export interface CreateFrameHostParameters {
  kit: Kit
  /** Adds the frame to the page. */
  mount(element: HTMLIFrameElement): void | Promise<void>
  /** Returns the CAIP-2 IDs of the networks of the frame, one of each namespace, first the one it starts with. */
  getNetworkIds(): string[]
  onEvent(event: FrameEvent): void
}

/**
 * Creates the host of the wallet's frame: opens it on first use, sends it the application's metadata and theme, and
 * places it on the page.
 */
export function createFrameHost({ kit, mount, getNetworkIds, onEvent }: CreateFrameHostParameters) {
  const { walletUrl = '', projectId, logLevel } = kit.options
  const options = { timeout: frameLimits.loginTimeout }
  let opening: Promise<Frame> | undefined
  let opened: Frame | undefined
  let theme: Theme | undefined

  /** Logs a failure of a request whose result does not matter. */
  function logFailure(request: Promise<unknown>): void {
    request.catch((error: unknown) => kit.logger.warn('A request to the embedded wallet failed.', error))
  }

  function sync(frame: Frame): void {
    const metadata = { ...kit.metadata, icons: [...kit.metadata.icons] }
    const dapp = { metadata, sdkVersion, sdkType: 'portico', projectId }
    logFailure(frame.request('SYNC_DAPP_DATA', dapp, options))
    if (theme) logFailure(sendTheme(frame, theme))
  }

  function sendTheme(frame: Frame, { themeVariables, ...theme }: Theme): Promise<unknown> {
    const w3mThemeVariables = toW3mVariables(themeVariables)
    return frame.request('SYNC_THEME', { ...theme, themeVariables, w3mThemeVariables }, options)
  }

  /** A frame that has reloaded is on the network it started with. */
  async function syncNetworks(frame: Frame): Promise<void> {
    const { chainId } = await frame.request('GET_CHAIN_ID', undefined, options)
    const wanted = getNetworkIds()
    // The first one is switched to last, because the frame's network is the last one chosen.
    if (wanted.length > 1 || chainId !== wanted[0])
      for (const id of wanted.toReversed()) await frame.request('SWITCH_NETWORK', { chainId: id }, options)
  }

  function onOpen(frame: Frame): Frame {
    opened = frame
    frame.subscribe(onEvent)
    sync(frame)
    return frame
  }

  function onReload(): void {
    if (!opened) return
    sync(opened)
    logFailure(syncNetworks(opened))
  }

  function onFailure(error: unknown): never {
    // Let the next use try again.
    opening = undefined
    if (error instanceof FrameUnavailableError) {
      kit.logger.error('The embedded wallet could not be shown.', error)
      track(kit, 'SECURE_SITE_ERROR', { message: String(error) }, { type: 'error' })
      kit.store.setState({ alert: { id: 'socials-timeout', detail: location.origin } })
    }
    throw error
  }

  return {
    /** Returns the frame, and opens it on first use. */
    getFrame(): Promise<Frame> {
      opening ??= openFrame({
        walletUrl,
        projectId,
        chainId: getNetworkIds()[0] ?? '',
        enableLogger: logLevel === 'debug' && kit.options.enableAuthLogger !== false,
        mount,
        onReload,
      }).then(onOpen, onFailure)
      return opening
    },
    place(rectangle: Parameters<Embedded['place']>[0]): void {
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
    syncTheme(next: Theme): void {
      theme = next
      if (opened) logFailure(sendTheme(opened, next))
    },
    /** Reloads a frame that does not answer. */
    reload(): void {
      const frame = opened
      frame?.request('RELOAD', undefined, { timeout: frameLimits.signOutTimeout }).catch((error: unknown) => {
        // It cannot even reload itself: load it again.
        if (error instanceof FrameTimeoutError) frame.element.setAttribute('src', frame.element.src)
      })
    },
  }
}

/** Returns theme variables under their `--w3m-` names. A variable with the prefix `--apkt-` has precedence. */
function toW3mVariables(variables: Theme['themeVariables']): Theme['themeVariables'] {
  const entries = Object.entries(variables).sort(
    ([a], [b]) => Number(a.startsWith('--apkt-')) - Number(b.startsWith('--apkt-')),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^--apkt-/, '--w3m-'), value]))
}

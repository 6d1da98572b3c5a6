import type { FrameEvent } from '@portico/protocol/frame'
import { frameLimits } from '@portico/protocol/frame'
import type { Kit } from '../kit.ts'
import type { Embedded } from './Embedded.ts'
import { FrameUnavailableError } from './errors.ts'
import { type Frame, openFrame } from './frame/openFrame.ts'

export interface CreateFrameHostParameters {
  kit: Kit
  /** Adds the frame to the page. */
  mount(element: HTMLIFrameElement): void | Promise<void>
  /** Returns the CAIP-2 ID of the network the frame starts with. */
  getNetworkId(): string
  onEvent(event: FrameEvent): void
}

/**
 * Creates the host of the wallet's frame: opens it on first use, sends it the application's metadata and theme, and
 * places it on the page.
 */
export function createFrameHost({ kit, mount, getNetworkId, onEvent }: CreateFrameHostParameters) {
  const { walletUrl = '', projectId, logLevel } = kit.options
  const options = { timeout: frameLimits.loginTimeout }
  let opening: Promise<Frame> | undefined
  let opened: Frame | undefined
  let theme: Parameters<Embedded['syncTheme']>[0] | undefined

  /** Logs a failure of a request whose result does not matter. */
  function logFailure(request: Promise<unknown>): void {
    request.catch((error: unknown) => kit.logger.warn('A request to the embedded wallet failed.', error))
  }

  function onOpen(frame: Frame): Frame {
    opened = frame
    frame.subscribe(onEvent)
    const metadata = { ...kit.metadata, icons: [...kit.metadata.icons] }
    logFailure(frame.request('SYNC_DAPP_DATA', { metadata, projectId }, options))
    if (theme) logFailure(frame.request('SYNC_THEME', theme, options))
    return frame
  }

  function onFailure(error: unknown): never {
    // Let the next use try again.
    opening = undefined
    if (error instanceof FrameUnavailableError) {
      kit.logger.error('The embedded wallet could not be shown.', error)
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
        chainId: getNetworkId(),
        enableLogger: logLevel === 'debug',
        mount,
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
    syncTheme(next: Parameters<Embedded['syncTheme']>[0]): void {
      theme = next
      if (opened) logFailure(opened.request('SYNC_THEME', next, options))
    },
  }
}

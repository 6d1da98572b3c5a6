import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

/** Handlers for the host page's metadata, which are unverified claims, and its theme. */
export function pageHandlers({
  setDapp,
  applyTheme,
  reload,
}: FrameServices): Pick<Handlers, 'SYNC_THEME' | 'SYNC_DAPP_DATA' | 'RELOAD'> {
  return {
    SYNC_THEME(theme) {
      applyTheme(theme)
      return {}
    },
    SYNC_DAPP_DATA({ metadata }) {
      setDapp({ name: metadata?.name, url: metadata?.url, icon: metadata?.icons?.[0] })
      return {}
    },
    RELOAD() {
      // In a later task, so that the response is sent first.
      setTimeout(reload)
      return {}
    },
  }
}

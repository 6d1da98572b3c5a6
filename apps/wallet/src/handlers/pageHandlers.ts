import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

/** What a host says of itself, and how it wants us to look: claims and wishes. */
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
      // A task later: the answer goes first.
      setTimeout(reload)
      return {}
    },
  }
}

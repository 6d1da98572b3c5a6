import type { TrackEvent } from '@portico/core'
import { track } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'
import { currentView, type ViewName } from './router.ts'

const viewEvents: Partial<Record<ViewName, TrackEvent['event']>> = {
  'what-is-a-wallet': 'CLICK_WALLET_HELP',
  networks: 'CLICK_NETWORKS',
}

/** Raises the events of views that are opened, not of those that are shown again when the visitor goes back. */
export function trackViews({ kit, router }: KitScope): () => void {
  return router.store.subscribe((now, before) => {
    const { name } = currentView(now)
    const event = viewEvents[name]
    const isBack =
      before.open && (name === currentView(before).name || now.stack.length < before.stack.length)
    if (event && now.open && !isBack) track(kit, event)
  })
}

import type { Kit } from '@portico/core'
import { type Embedded, startEmbedded } from '@portico/core/embedded'
import type { KitScope } from '../kit/KitContext.ts'
import { requestClose } from '../modal/modalActions.ts'
import { waitForDialog } from './dialogs.ts'
import { watchApprovals } from './watchApprovals.ts'

const started = new WeakMap<Kit, Embedded>()

/**
 * Puts the embedded wallet among the kit's connectors, once, with its frame in the modal's dialog.
 *
 * @returns undefined where the application has set no `walletUrl`
 */
export function startScope(scope: KitScope): Embedded | undefined {
  const { kit, theme } = scope
  const known = started.get(kit)
  if (known) return known
  const embedded = startEmbedded(kit, {
    async mount(frame) {
      const dialog = await waitForDialog(kit)
      // After the host of the shadow root, so that Tab goes from the card into the frame.
      dialog.append(frame)
      // Where Tab comes out of the frame, which no key event tells: it goes on in the card.
      const end = document.createElement('span')
      end.tabIndex = 0
      end.addEventListener('focus', () => {
        dialog.querySelector('div')?.shadowRoot?.querySelector<HTMLElement>('.header button')?.focus()
      })
      dialog.append(end)
    },
    onCloseRequested: () => requestClose(scope),
  })
  if (!embedded) return undefined
  started.set(kit, embedded)
  const paint = () => {
    const { themeMode, themeVariables } = theme.getState()
    const isDark = themeMode ? themeMode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    const set = Object.entries(themeVariables).filter(([, value]) => value !== undefined)
    embedded.syncTheme({ themeMode: isDark ? 'dark' : 'light', themeVariables: Object.fromEntries(set) })
  }
  theme.subscribe(paint)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
  paint()
  watchApprovals(scope, embedded)
  return embedded
}

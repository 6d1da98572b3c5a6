import { type Embedded, startEmbedded } from '@portico/core/embedded'
import type { KitScope } from '../kit/KitContext.ts'
import { language } from '../language/language.ts'
import { requestClose } from '../modal/modalActions.ts'
import { waitForDialog } from './dialogs.ts'
import { showCalls } from './showCalls.ts'
import { startedEmbedded } from './startedEmbedded.ts'
import { watchApprovals } from './watchApprovals.ts'

/**
 * Adds the embedded wallet to the kit's connectors, once, with its iframe inside the modal's dialog.
 *
 * @returns undefined if the application sets no `walletUrl`
 */
export function startEmbeddedWallet(scope: KitScope): Embedded | undefined {
  const { kit, theme } = scope
  const existing = startedEmbedded.get(kit)
  if (existing) return existing
  const embedded = startEmbedded(kit, {
    async mount(frame) {
      const dialog = await waitForDialog(kit)
      // After the host of the shadow root, so that Tab moves from the card into the frame.
      dialog.append(frame)
      // Tabbing out of the frame fires no key event in this page: this element gets the focus and passes it to the
      // card.
      const focusGuard = document.createElement('span')
      focusGuard.tabIndex = 0
      focusGuard.addEventListener('focus', () => {
        dialog.querySelector('div')?.shadowRoot?.querySelector<HTMLElement>('.header button')?.focus()
      })
      dialog.append(focusGuard)
    },
    onCloseRequested: () => requestClose(scope),
  })
  if (!embedded) return undefined
  startedEmbedded.set(kit, embedded)
  const syncTheme = () => {
    const { themeMode, themeVariables } = theme.getState()
    const isDark = themeMode ? themeMode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    const variables = Object.entries(themeVariables).filter(([, value]) => value !== undefined)
    embedded.syncTheme({
      themeMode: isDark ? 'dark' : 'light',
      themeVariables: Object.fromEntries(variables),
      language: language.getState().tag,
    })
  }
  theme.subscribe(syncTheme)
  language.subscribe(({ tag }, { tag: before }) => {
    if (tag !== before) syncTheme()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', syncTheme)
  syncTheme()
  watchApprovals(scope, embedded)
  kit.events.on((event) => {
    if (event.type === 'show-calls') void showCalls(scope, event.id)
  })
  return embedded
}

import type { FrameEvent } from '@portico/protocol/frame'
import { holdLanguage } from '../language/language.ts'
import type { Surface } from './Surface.ts'

/** Maximum height in the frame protocol, in CSS pixels. */
const maxHeight = 4000

/** Creates the surface: draws into `root`, and reports the view and its height to the host page. */
export function createSurface({ root, emit }: { root: HTMLElement; emit(event: FrameEvent): void }): Surface {
  let shown: string | undefined
  let reported = ''
  let release: (() => void) | undefined

  function report(): void {
    const view = (shown ?? 'none') as 'none'
    const height = shown ? Math.min(Math.ceil(root.getBoundingClientRect().height), maxHeight) : 0
    const now = `${view} ${height}`
    if (now === reported) return
    reported = now
    emit({ type: 'SURFACE', payload: { view, height } })
  }

  // A view is drawn while the frame is still hidden and cannot be focused: focus it once the window gets the focus.
  root.ownerDocument.defaultView?.addEventListener('focus', () => {
    if (root.ownerDocument.activeElement !== root.ownerDocument.body) return
    root.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  })

  // The height of a view changes, for example with an error below a field.
  if (typeof ResizeObserver === 'function') new ResizeObserver(report).observe(root)

  return {
    show({ name, element }) {
      // A view must not get texts of two languages.
      release ??= holdLanguage()
      shown = name
      root.replaceChildren(element)
      report()
    },
    hide() {
      shown = undefined
      root.replaceChildren()
      report()
      release?.()
      release = undefined
    },
  }
}

import type { FrameEvent } from '@portico/protocol/frame'
import type { Surface } from './Surface.ts'

/** The highest the host may be told: the protocol's bound. */
const maxHeight = 4000

/** Draws into an element, and tells the host what is drawn and how high it is. */
export function createSurface({ root, emit }: { root: HTMLElement; emit(event: FrameEvent): void }): Surface {
  let shown: string | undefined
  let told = ''

  function tell(): void {
    const view = (shown ?? 'none') as 'none'
    const height = shown ? Math.min(Math.ceil(root.getBoundingClientRect().height), maxHeight) : 0
    const now = `${view} ${height}`
    if (now === told) return
    told = now
    emit({ type: 'SURFACE', payload: { view, height } })
  }

  // A view is drawn before the host shows the frame, and what is not shown takes no focus: it comes with the window's.
  root.ownerDocument.defaultView?.addEventListener('focus', () => {
    if (root.ownerDocument.activeElement !== root.ownerDocument.body) return
    root.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  })

  // What is drawn grows and shrinks: an error under a field, a longer text.
  if (typeof ResizeObserver === 'function') new ResizeObserver(tell).observe(root)

  return {
    show({ name, element }) {
      shown = name
      root.replaceChildren(element)
      tell()
    },
    hide() {
      shown = undefined
      root.replaceChildren()
      tell()
    },
  }
}

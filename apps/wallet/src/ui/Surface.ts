/** A view of the frame. The host page receives its name and height, and places the frame over its own view. */
export type SurfaceView = {
  name: 'code' | 'connect' | 'signature' | 'transaction' | 'social'
  element: HTMLElement
  /** The part that must be visible before Approve is armed; absent in views without Approve. */
  summary?: HTMLElement | undefined
}

/** Where the frame draws: one view at a time. */
export interface Surface {
  /** Draws the view, and reports its name and height to the host page, again whenever the height changes. */
  show(view: SurfaceView): void
  /** Removes the view. */
  hide(): void
}

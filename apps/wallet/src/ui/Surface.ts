/** What the frame can draw. The host is told the name and the height, and lays the frame over its own view. */
export type SurfaceView = {
  name: 'code' | 'connect' | 'signature' | 'transaction'
  element: HTMLElement
  /** The part that must be seen before anything can be approved; absent where nothing is approved. */
  summary?: HTMLElement | undefined
}

/** The one place of the frame where something is drawn: one view at a time, the last one shown. */
export interface Surface {
  /** Draws the view, and tells the host its name and its height, now and whenever the height changes. */
  show(view: SurfaceView): void
  /** Draws nothing any more. */
  hide(): void
}

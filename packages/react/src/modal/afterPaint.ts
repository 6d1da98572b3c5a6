/** Calls back once the next frame is painted. In a hidden tab this is when the visitor returns. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}

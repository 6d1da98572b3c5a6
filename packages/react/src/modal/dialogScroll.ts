/** Stops the page behind from scrolling, without moving it; the returned function undoes that. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const hadScrollbar = window.innerWidth > clientWidth
  const before = ['overflow', 'scrollbar-gutter'].map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  style.setProperty('overflow', 'hidden', 'important')
  // The place of the scrollbar stays free, or the page would jump to the side.
  if (hadScrollbar) style.setProperty('scrollbar-gutter', 'stable', 'important')
  return () => {
    for (const [name, value, priority] of before) style.setProperty(name, value, priority)
  }
}

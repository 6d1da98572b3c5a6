/** Stops the page behind the modal from scrolling, without shifting it. Returns a function that undoes this. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const hadScrollbar = window.innerWidth > clientWidth
  const before = ['overflow', 'scrollbar-gutter'].map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  style.setProperty('overflow', 'hidden', 'important')
  // Reserve the scrollbar's space, or the page would shift sideways.
  if (hadScrollbar) style.setProperty('scrollbar-gutter', 'stable', 'important')
  return () => {
    for (const [name, value, priority] of before) style.setProperty(name, value, priority)
  }
}

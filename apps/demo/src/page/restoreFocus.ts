/**
 * Gives the focus back to the control that had it before the page was made anew, whose id is in the history's state.
 * Once, so that a later visit starts at the top.
 */
export function restoreFocus(): void {
  const id: unknown = history.state?.focus
  if (typeof id !== 'string' || id === '') return
  history.replaceState(null, '', location.href)
  const control = document.getElementById(id)
  const group = control?.closest('details')
  if (group) group.open = true
  control?.focus({ preventScroll: true })
}

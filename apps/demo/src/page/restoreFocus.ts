/**
 * Restores the focus after a reload to the control whose ID is in `history.state`. Removes the ID, so that a later
 * visit starts at the top of the page.
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

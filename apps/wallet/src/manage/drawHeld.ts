import { element } from '@portico/page-server/element'

/**
 * Draws a button that shows a secret while it is held, with a pointer or a key. The secret is in the document only then.
 *
 * @param name what a screen reader calls the area
 * @param draw draws the secret
 */
export function drawHeld({ label, name, draw }: { label: string; name: string; draw(): Node }): {
  button: HTMLButtonElement
  area: HTMLElement
} {
  const button = element('button', { type: 'button', class: 'button' }, label)
  const area = element('div', { class: 'words', role: 'status', 'aria-label': name })
  const hide = () => area.replaceChildren()
  function show(): void {
    if (button.getAttribute('aria-disabled') !== 'true') area.replaceChildren(draw())
  }
  button.addEventListener('pointerdown', show)
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ' || event.key === 'Enter') show()
  })
  for (const event of ['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur', 'contextmenu'])
    button.addEventListener(event, hide)
  document.addEventListener('visibilitychange', hide)
  return { button, area }
}

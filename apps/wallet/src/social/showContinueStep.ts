import { element } from '@portico/page-server/element'
import type { Surface } from '../ui/Surface.ts'
import { socialCopy } from './copy.ts'

/**
 * Shows the step in which the visitor opens the window of the login in the frame itself, because the host page's window was
 * blocked or cannot reach the frame. It stays until it is closed, so that the window can be opened again.
 */
export function showContinueStep(
  {
    provider,
    host,
    open,
  }: {
    /** Name of the provider. */
    provider: string
    /** Host of the page that asks. */
    host: string
    /** Opens the window. Called inside a click. */
    open(): void
  },
  { surface }: { surface: Surface },
): { close(): void } {
  const { title, asks, button: label, waiting } = socialCopy.step
  const heading = element('h1', { id: 'social-title', tabindex: '-1' }, title(provider))
  const status = element('p', { class: 'small muted', role: 'status' })
  const button = element('button', { type: 'button', class: 'button main' }, label(provider))
  button.addEventListener('click', () => {
    open()
    status.textContent = waiting(provider)
  })
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'social-title' },
    element('div', { class: 'center' }, heading, element('p', { class: 'muted' }, asks(host))),
    button,
    element('div', { class: 'center' }, status),
  )
  let isOpen = true
  surface.show({ name: 'social', element: view })
  heading.focus()
  return {
    close() {
      if (isOpen) surface.hide()
      isOpen = false
    },
  }
}

import { element } from '@portico/page-server/element'
import type { Surface } from '../ui/Surface.ts'
import { socialText } from './copy.ts'

/**
 * Shows the step in which the visitor opens the window of the login in the frame itself, because the host page's window was
 * blocked or cannot reach the frame. It stays until it is closed, so that the window can be opened again.
 */
export function showContinueStep(
  {
    provider,
    intro,
    open,
    opened,
    cancel,
  }: {
    /** Name of the provider. */
    provider: string
    /** Why the visitor is asked. */
    intro: string
    /** Opens the window. Called inside a click. */
    open(): void
    /** What the step says then. */
    opened: string
    /** Ends the login; absent if the view around this step has a button for it. */
    cancel?: { label: string; onClick(): void }
  },
  { surface }: { surface: Surface },
): { close(): void; open(): void } {
  const heading = element(
    'h1',
    { id: 'social-title', tabindex: '-1' },
    socialText('social.step.title', { provider }),
  )
  const status = element('p', { class: 'small muted', role: 'status' })
  const button = element(
    'button',
    { type: 'button', class: 'button main' },
    socialText('social.step.button', { provider }),
  )
  const openWindow = () => {
    open()
    status.textContent = opened
  }
  button.addEventListener('click', openWindow)
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'social-title' },
    element('div', { class: 'center' }, heading, element('p', { class: 'muted' }, intro)),
    button,
    ...(cancel ? [drawCancel(cancel)] : []),
    element('div', { class: 'center' }, status),
  )
  let isOpen = true
  surface.show({ name: 'social', element: view })
  heading.focus()
  return {
    /** Opens the window as the button does. */
    open: openWindow,
    close() {
      if (isOpen) surface.hide()
      isOpen = false
    },
  }
}

function drawCancel({ label, onClick }: { label: string; onClick(): void }): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, label)
  button.addEventListener('click', onClick)
  return button
}

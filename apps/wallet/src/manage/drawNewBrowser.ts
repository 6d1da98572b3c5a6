import { element } from '@portico/page-server/element'
import { ServerUnreachableError } from '../session/ServerError.ts'
import { manageText } from './copy.ts'
import type { ManageClient } from './createManageClient.ts'
import { formatTime } from './formatTime.ts'

/** Draws the button that lets a new browser ask for a link while strangers use up the links to this address. */
export function drawNewBrowser({ client }: { client: Pick<ManageClient, 'allowLinks'> }): HTMLElement {
  const status = element('p', { class: 'small', role: 'status' })
  const button = element('button', { type: 'button', class: 'button' }, manageText('manage.newBrowser.allow'))

  function say(text: string, isBad = false): void {
    status.textContent = text
    status.className = isBad ? 'small bad' : 'small muted'
  }

  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', 'true')
    button.textContent = manageText('manage.newBrowser.busy')
    try {
      say(manageText('manage.newBrowser.allowed', { time: formatTime(await client.allowLinks()) }))
    } catch (error) {
      say(
        error instanceof ServerUnreachableError
          ? manageText('manage.devices.failures.unreachable')
          : manageText('manage.devices.failures.other'),
        true,
      )
    }
    button.removeAttribute('aria-disabled')
    button.textContent = manageText('manage.newBrowser.allow')
  })
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, manageText('manage.newBrowser.title')),
    element('p', { class: 'small muted' }, manageText('manage.newBrowser.intro')),
    button,
    status,
  )
}

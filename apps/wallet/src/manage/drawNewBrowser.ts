import { element } from '@portico/page-server/element'
import { ServerUnreachableError } from '../session/ServerError.ts'
import { manageCopy } from './copy.ts'
import type { ManageClient } from './createManageClient.ts'
import { formatTime } from './formatTime.ts'

const copy = manageCopy.newBrowser

/** Draws the button that lets a new browser ask for a link while strangers use up the links to this address. */
export function drawNewBrowser({ client }: { client: Pick<ManageClient, 'allowLinks'> }): HTMLElement {
  const status = element('p', { class: 'small', role: 'status' })
  const button = element('button', { type: 'button', class: 'button' }, copy.allow)

  function say(text: string, isBad = false): void {
    status.textContent = text
    status.className = isBad ? 'small bad' : 'small muted'
  }

  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', 'true')
    button.textContent = copy.busy
    try {
      say(copy.allowed(formatTime(await client.allowLinks())))
    } catch (error) {
      const { failures } = manageCopy.devices
      say(error instanceof ServerUnreachableError ? failures.unreachable : failures.other, true)
    }
    button.removeAttribute('aria-disabled')
    button.textContent = copy.allow
  })
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, copy.title),
    element('p', { class: 'small muted' }, copy.intro),
    button,
    status,
  )
}

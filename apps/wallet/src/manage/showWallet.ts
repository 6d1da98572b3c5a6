import { element } from '@portico/page-server/element'
import type { StoredSession } from '../session/storedSession.ts'
import { manageCopy } from './copy.ts'
import type { ManageClient } from './createManageClient.ts'
import { draw } from './draw.ts'
import { drawDevices } from './drawDevices.ts'

/** Shows the page of a visitor who is logged in. */
export function showWallet({
  root,
  session,
  client,
  signOut,
  isFirst = false,
}: {
  root: HTMLElement
  session: StoredSession
  client: ManageClient
  signOut(): Promise<void>
  /** Whether the page has just loaded. */
  isFirst?: boolean | undefined
}): void {
  const { address, email } = session
  draw(
    root,
    { title: manageCopy.title, isFirst },
    drawAddress(address),
    drawDevices({ client, signOut }),
    drawLogins(email),
  )
}

function drawAddress(address: string): HTMLElement {
  const copied = element('span', { class: 'small muted', role: 'status' })
  const button = element('button', { type: 'button', class: 'button quiet' }, manageCopy.copyAddress)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(address)
    copied.textContent = manageCopy.copied
  })
  return element(
    'div',
    { class: 'address' },
    element('span', { class: 'unseen' }, manageCopy.address),
    element('code', { class: 'mono', dir: 'ltr' }, address),
    button,
    copied,
  )
}

function drawLogins(email: string): HTMLElement {
  const { title, note, email: label } = manageCopy.logins
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, title),
    element(
      'dl',
      { class: 'facts' },
      element('div', {}, element('dt', {}, label), element('dd', {}, element('bdi', {}, email))),
    ),
    element('p', { class: 'small muted' }, note),
  )
}

import { element } from '@portico/page-server/element'
import type { StoredSession } from '../session/storedSession.ts'
import { manageText } from './copy.ts'
import type { ManageClient } from './createManageClient.ts'
import { draw } from './draw.ts'
import { drawDevices } from './drawDevices.ts'
import { drawLanguage } from './drawLanguage.ts'
import { drawNewBrowser } from './drawNewBrowser.ts'
import { drawExport } from './export/drawExport.ts'
import { formatTime } from './formatTime.ts'
import { drawImport, type RetiredWallet } from './imports/drawImport.ts'
import { drawMove } from './move/drawMove.ts'

/** Shows the page of a visitor who is logged in. */
export function showWallet({
  root,
  session,
  client,
  signOut,
  lastBackup,
  makeBackup,
  code,
  exportWords,
  importWallet,
  listRetired,
  exportRetired,
  move,
  changeLanguage,
  logins,
  note,
  done,
  isFirst = false,
}: {
  root: HTMLElement
  session: StoredSession
  client: ManageClient
  signOut(): Promise<void>
  /** When a backup file was last checked in this browser, ISO 8601. */
  lastBackup: string | undefined
  makeBackup(): void
  /** The part of the backup section about the recovery code. */
  code: HTMLElement
  exportWords(): void
  importWallet(): void
  listRetired(): Promise<readonly RetiredWallet[]>
  exportRetired(walletId: string): void
  move(): void
  /** Draws the page again, in another language. */
  changeLanguage(): void
  /** The section about the logins. */
  logins: HTMLElement
  /** Shown above the sections: what did not work, or what was done. */
  note?: string | undefined
  done?: string | undefined
  /** Whether the page has just loaded. */
  isFirst?: boolean | undefined
}): void {
  const { address } = session
  draw(
    root,
    { title: manageText('manage.title'), isFirst },
    ...(note ? [element('p', { class: 'bad', role: 'status' }, note)] : []),
    ...(done ? [element('p', { role: 'status' }, done)] : []),
    drawAddress(address),
    drawDevices({ client, signOut }),
    // Links are mailed to those who log in by e-mail only.
    ...(session.email === undefined || (session.method ?? 'email') !== 'email'
      ? []
      : [drawNewBrowser({ client })]),
    logins,
    drawBackup({ lastBackup, makeBackup, code }),
    drawExport({ exportWords }),
    drawImport({ importWallet, listRetired, exportRetired }),
    drawMove({ move }),
    drawLanguage({ onChanged: changeLanguage }),
  )
}

function drawAddress(address: string): HTMLElement {
  const copied = element('span', { class: 'small muted', role: 'status' })
  const button = element(
    'button',
    { type: 'button', class: 'button quiet' },
    manageText('manage.copyAddress'),
  )
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(address)
    copied.textContent = manageText('manage.copied')
  })
  return element(
    'div',
    { class: 'own-address' },
    element('span', { class: 'unseen' }, manageText('manage.address')),
    element('code', { class: 'mono', dir: 'ltr' }, address),
    button,
    copied,
  )
}

function drawBackup({
  lastBackup,
  makeBackup,
  code,
}: {
  lastBackup: string | undefined
  makeBackup(): void
  code: HTMLElement
}): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, manageText('manage.backup.make'))
  button.addEventListener('click', makeBackup)
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, manageText('manage.backup.title')),
    element('h3', {}, manageText('manage.backup.viewTitle')),
    element('p', { class: 'small muted' }, manageText('manage.backup.intro')),
    element(
      'p',
      { class: 'small' },
      lastBackup
        ? manageText('manage.backup.checked', { time: formatTime(lastBackup) })
        : manageText('manage.backup.none'),
    ),
    button,
    code,
  )
}

import { element } from '@portico/page-server/element'
import type { RunBackup } from '../backup/backupInWorker.ts'
import { manageText } from './copy.ts'
import { draw } from './draw.ts'
import { drawHeldSecret } from './drawHeldSecret.ts'
import { openFileForm } from './openFileForm.ts'

/** Opens a backup file without a login and without a server, and shows its words or its key while a button is held. */
export function showRestore({
  root,
  runBackup,
  onBack,
}: {
  root: HTMLElement
  runBackup: RunBackup
  onBack(): void
}): void {
  const back = element('button', { type: 'button', class: 'button quiet' }, manageText('manage.backup.back'))
  back.addEventListener('click', onBack)
  const form = openFileForm({
    runBackup,
    submitLabel: manageText('manage.restore.submit'),
    reveal: true,
    onOpened({ address, secret }) {
      const opened = element(
        'p',
        { role: 'status', tabindex: '-1' },
        manageText('manage.restore.address', { address }),
      )
      form.replaceWith(opened, ...(secret ? [drawHeldSecret(secret)] : []))
      opened.focus()
      return undefined
    },
  })
  draw(
    root,
    { title: manageText('manage.restore.title') },
    element('p', { class: 'muted' }, manageText('manage.restore.intro')),
    form,
    back,
  )
}

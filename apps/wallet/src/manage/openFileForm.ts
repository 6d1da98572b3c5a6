import { element } from '@portico/page-server/element'
import { BackupFailedError, type RunBackup } from '../backup/backupInWorker.ts'
import type { BackupSecret } from '../backup/backupTask.ts'
import { manageText } from './copy.ts'
import { drawField } from './drawField.ts'

/** Draws a form that opens a backup file with its password. `onOpened` returns a complaint, or nothing if the file is right. */
export function openFileForm({
  runBackup,
  submitLabel,
  reveal = false,
  onOpened,
}: {
  runBackup: RunBackup
  submitLabel: string
  /** Whether the file's words or key are needed. */
  reveal?: boolean
  onOpened(opened: { address: string; secret?: BackupSecret | undefined }): string | undefined
}): HTMLFormElement {
  const status = element('p', { class: 'small bad', role: 'status', id: 'file-status' })
  const file = drawField(manageText('manage.backup.file'), { type: 'file', status })
  const password = drawField(manageText('manage.backup.password'), {
    type: 'password',
    status,
    autocomplete: 'current-password',
  })
  const submit = element('button', { class: 'button main' }, submitLabel)
  const form = element('form', { novalidate: true }, file.label, password.label, status, submit)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (submit.getAttribute('aria-disabled') === 'true') return
    const [chosen] = file.field.files ?? []
    if (!chosen) {
      status.textContent = manageText('manage.backup.noFile')
      file.field.focus()
      return
    }
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = manageText('manage.backup.checking')
    status.textContent = ''
    try {
      const text = await chosen.text()
      const opened = await runBackup({ name: 'open', text, password: password.field.value, reveal })
      if ('address' in opened) status.textContent = onOpened(opened) ?? ''
    } catch (error) {
      const id = `manage.backup.failures.${error instanceof BackupFailedError ? error.code : 'other'}`
      status.textContent = manageText(manageText.has(id) ? id : 'manage.backup.failures.other')
    }
    submit.removeAttribute('aria-disabled')
    submit.textContent = submitLabel
  })
  return form
}

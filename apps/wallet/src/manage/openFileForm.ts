import { element } from '@portico/page-server/element'
import { BackupFailedError, type RunBackup } from '../backup/backupInWorker.ts'
import type { BackupSecret } from '../backup/backupTask.ts'
import { manageCopy } from './copy.ts'
import { drawField } from './drawField.ts'

const copy = manageCopy.backup

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
  const file = drawField(copy.file, { type: 'file', status })
  const password = drawField(copy.password, { type: 'password', status, autocomplete: 'current-password' })
  const submit = element('button', { class: 'button main' }, submitLabel)
  const form = element('form', { novalidate: true }, file.label, password.label, status, submit)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (submit.getAttribute('aria-disabled') === 'true') return
    const [chosen] = file.field.files ?? []
    if (!chosen) {
      status.textContent = copy.noFile
      file.field.focus()
      return
    }
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = copy.checking
    status.textContent = ''
    try {
      const text = await chosen.text()
      const opened = await runBackup({ name: 'open', text, password: password.field.value, reveal })
      if ('address' in opened) status.textContent = onOpened(opened) ?? ''
    } catch (error) {
      const code = error instanceof BackupFailedError ? error.code : 'other'
      status.textContent = copy.failures[code as keyof typeof copy.failures] ?? copy.failures.other
    }
    submit.removeAttribute('aria-disabled')
    submit.textContent = submitLabel
  })
  return form
}

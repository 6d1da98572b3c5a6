import { element } from '@portico/page-server/element'
import type { RunBackup } from '../backup/backupInWorker.ts'
import type { OpenableSlot, WalletRecord } from '../signer/walletRecord.ts'
import { manageText } from './copy.ts'
import { describePassword } from './describePassword.ts'
import { draw } from './draw.ts'
import { drawField } from './drawField.ts'
import { explainExport } from './export/explainExport.ts'
import { openFileForm } from './openFileForm.ts'

export type BackupParameters = {
  root: HTMLElement
  address: string
  runBackup: RunBackup
  /** Returns what opens the wallet on this device, for this export. */
  open(): Promise<{ wallet: WalletRecord; device: OpenableSlot }>
  /** Saves the file to the visitor's disk. */
  save(text: string): void
  /** Called when the saved file was opened with its password. */
  onVerified(): void
  onBack(): void
}

/** Makes a backup file, then has it chosen and opened again: only a file that opens counts as a backup. */
export function showBackup(parameters: BackupParameters): void {
  const { root, runBackup, open, save } = parameters
  const status = element(
    'p',
    { class: 'small muted', role: 'status', id: 'backup-status' },
    manageText('manage.backup.rule'),
  )
  const password = drawField(manageText('manage.backup.password'), {
    type: 'password',
    status,
    autocomplete: 'new-password',
  })
  const repeated = drawField(manageText('manage.backup.repeat'), {
    type: 'password',
    status,
    autocomplete: 'new-password',
  })
  const submit = element('button', { class: 'button main' }, manageText('manage.backup.save'))
  const form = element('form', { novalidate: true }, password.label, repeated.label, status, submit)
  password.field.addEventListener('input', () => say(describePassword(password.field.value).text))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (submit.getAttribute('aria-disabled') === 'true') return
    const typed = password.field.value
    const { text, isEnough } = describePassword(typed)
    if (!isEnough) return complain(text, password.field)
    if (typed !== repeated.field.value) return complain(manageText('manage.backup.different'), repeated.field)
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = manageText('manage.backup.saving')
    try {
      const written = await runBackup({ name: 'write', ...(await open()), password: typed })
      if (!('text' in written)) return
      save(written.text)
      showCheck(parameters)
    } catch (error) {
      submit.removeAttribute('aria-disabled')
      submit.textContent = manageText('manage.backup.save')
      complain(explainExport(error), submit)
    }
  })

  function say(text: string, isBad = false): void {
    status.textContent = text
    status.className = isBad ? 'small bad' : 'small muted'
  }

  function complain(text: string, control: HTMLElement): void {
    say(text, true)
    control.focus()
  }

  const intro = element('p', { class: 'muted' }, manageText('manage.backup.intro'))
  draw(root, { title: manageText('manage.backup.viewTitle') }, intro, form, drawBack(parameters))
}

function showCheck(parameters: BackupParameters): void {
  const { root, address, runBackup, onVerified } = parameters
  const form = openFileForm({
    runBackup,
    submitLabel: manageText('manage.backup.check'),
    onOpened(opened) {
      if (opened.address !== address)
        return manageText('manage.backup.otherWallet', { address: opened.address })
      const done = element(
        'p',
        { class: 'good', role: 'status', tabindex: '-1' },
        manageText('manage.backup.opens', { address }),
      )
      form.replaceWith(done)
      done.focus()
      onVerified()
      return undefined
    },
  })
  draw(
    root,
    { title: manageText('manage.backup.viewTitle') },
    element('p', { class: 'muted' }, manageText('manage.backup.saved')),
    form,
    drawBack(parameters),
  )
}

function drawBack({ onBack }: BackupParameters): HTMLElement {
  const back = element('button', { type: 'button', class: 'button quiet' }, manageText('manage.backup.back'))
  back.addEventListener('click', onBack)
  return back
}

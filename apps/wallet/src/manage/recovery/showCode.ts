import { element } from '@portico/page-server/element'
import type { NewCode, RevealedWallet, RunExport } from '../../export/exportTask.ts'
import { recoveryCode } from '../../keys/recoveryCode.ts'
import { draw } from '../draw.ts'
import type { ExportClient } from '../export/createExportClient.ts'
import { explainExport } from '../export/explainExport.ts'
import { recoveryText } from './copy.ts'
import { drawCodeForm } from './drawCodeForm.ts'

export type CodeParameters = {
  root: HTMLElement
  address: string
  client: Pick<ExportClient, 'openForCode' | 'storeCode'>
  runExport: RunExport
  /** Opens the wallet with a typed code, from what the servers have stored. */
  recover(text: string): Promise<Pick<RevealedWallet, 'address'>>
  onBack(): void
}

/**
 * Makes a recovery code, and has it typed back: only then is it stored, and it counts only if it opens the wallet from what
 * was stored.
 */
export async function showCode(parameters: CodeParameters): Promise<void> {
  const { root, client, runExport } = parameters
  const status = element('p', { class: 'muted', role: 'status' }, recoveryText('recovery.making'))
  draw(root, { title: recoveryText('recovery.title') }, status, drawBack(parameters))
  let made: NewCode
  try {
    made = await runExport({ name: 'make-code', ...(await client.openForCode()) })
  } catch (error) {
    status.textContent = explainExport(error)
    status.className = 'bad'
    return
  }
  // The visitor has left the view meanwhile.
  if (!status.isConnected) return
  const next = element('button', { type: 'button', class: 'button main' }, recoveryText('recovery.written'))
  next.addEventListener('click', () => showCheck(parameters, made))
  draw(
    root,
    { title: recoveryText('recovery.title') },
    element('p', { class: 'muted' }, recoveryText('recovery.write')),
    drawGroups(made.code),
    element('p', { class: 'small muted' }, recoveryText('recovery.replaces')),
    next,
    drawBack(parameters),
  )
}

function drawGroups(code: string): HTMLElement {
  const groups = code.split('-').map((group) => element('span', {}, group))
  const name = { role: 'group', 'aria-label': recoveryText('recovery.code') }
  return element('p', { class: 'groups', dir: 'ltr', translate: 'no', ...name }, ...groups)
}

function showCheck(parameters: CodeParameters, made: NewCode): void {
  const { root, address, client, recover } = parameters
  const form = drawCodeForm({
    label: recoveryText('recovery.check'),
    busy: recoveryText('recovery.checking'),
    async submit(text) {
      if (!isSame(text, made.code)) return recoveryText('recovery.different')
      await client.storeCode(made)
      const opened = await recover(text)
      if (opened.address !== address) return recoveryText('recovery.otherWallet')
      const done = element(
        'p',
        { class: 'good', role: 'status', tabindex: '-1' },
        recoveryText('recovery.done', { address }),
      )
      form.replaceWith(done)
      done.focus()
      return undefined
    },
  })
  const intro = element('p', { class: 'muted' }, recoveryText('recovery.type'))
  draw(root, { title: recoveryText('recovery.typeTitle') }, intro, form, drawBack(parameters))
}

/** Whether the typed text is this code, with or without separators, and with letters that are mistaken for digits. */
function isSame(text: string, code: string): boolean {
  const typed = recoveryCode.parse(text)
  return typed !== undefined && recoveryCode.format(typed) === code
}

function drawBack({ onBack }: Pick<CodeParameters, 'onBack'>): HTMLElement {
  const back = element('button', { type: 'button', class: 'button quiet' }, recoveryText('recovery.back'))
  back.addEventListener('click', onBack)
  return back
}

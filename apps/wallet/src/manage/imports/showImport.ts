import { element } from '@portico/page-server/element'
import type { ImportProblem } from '../../imports/readImport.ts'
import type { ImportWorker } from '../../imports/startImportWorker.ts'
import { SessionEndedError } from '../../session/ServerError.ts'
import { draw } from '../draw.ts'
import { importText } from './copy.ts'
import { explainImport } from './explainImport.ts'

export type ImportViewParameters = {
  root: HTMLElement
  /** Address of the current wallet. */
  address: string
  startWorker(): ImportWorker
  /** Asks for a code by mail. */
  proveFresh(): Promise<void>
  /** Replaces the wallet. */
  run(worker: ImportWorker, text: string): Promise<void>
  onDone(): void
  /** Called with what went wrong, or with nothing if the visitor went back. */
  onBack(note?: string): void
}

/** Reads a phrase or key, has its address confirmed, asks for a code, and replaces the wallet. */
export function showImport(parameters: ImportViewParameters): void {
  const { root, startWorker, onBack } = parameters
  const status = element('p', { class: 'small bad', role: 'status', id: 'import-status' })
  const field = element('textarea', {
    rows: '4',
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    translate: 'no',
    dir: 'ltr',
    'aria-describedby': status.id,
  })
  const submit = element('button', { class: 'button main' }, importText('import.submit'))
  const form = element(
    'form',
    { novalidate: true },
    element('label', {}, importText('import.field'), field),
    status,
    submit,
  )
  const worker = startWorker()
  const leave = (note?: string) => {
    worker.close()
    onBack(note)
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (submit.getAttribute('aria-disabled') === 'true') return
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = importText('import.reading')
    const text = field.value
    const read = await worker.run('read', { text }).catch(() => undefined)
    submit.removeAttribute('aria-disabled')
    submit.textContent = importText('import.submit')
    const complaint = read ? explainText(read, text, parameters.address) : importText('import.failures.other')
    field.setAttribute('aria-invalid', `${complaint !== undefined}`)
    status.textContent = complaint ?? ''
    if (complaint !== undefined || !read || 'problem' in read) return field.focus()
    // The typed text stays in the page only as long as it is needed.
    field.value = ''
    showConfirmation(parameters, { worker, text, address: read.address, leave })
  })

  draw(
    root,
    { title: importText('import.viewTitle') },
    element('p', { class: 'muted' }, importText('import.explain')),
    element('p', { class: 'warning' }, importText('import.warning')),
    form,
    button(importText('import.back'), () => leave()),
  )
}

/** Returns what is wrong with a text; undefined if it can be imported. */
function explainText(
  read: { address: string } | ImportProblem,
  text: string,
  current: string,
): string | undefined {
  if (!('problem' in read)) return read.address === current ? importText('import.same') : undefined
  if (read.problem === 'length') return importText('import.length', { count: read.count })
  if (read.problem !== 'words') return importText(`import.problems.${read.problem}`)
  const [first = 1] = read.places
  return read.places.length === 1
    ? importText('import.word', { place: first, word: text.trim().split(/\s+/)[first - 1] ?? '' })
    : importText('import.words', { places: read.places.join(', ') })
}

function showConfirmation(
  { root, address: current, proveFresh, run, onDone }: ImportViewParameters,
  {
    worker,
    text,
    address,
    leave,
  }: { worker: ImportWorker; text: string; address: string; leave(note?: string): void },
): void {
  const yes = button(importText('import.yes'), () => void start(), 'button main')

  async function start(): Promise<void> {
    if (yes.getAttribute('aria-disabled') === 'true') return
    yes.setAttribute('aria-disabled', 'true')
    try {
      await proveFresh()
      draw(
        root,
        { title: importText('import.viewTitle') },
        element('p', { role: 'status' }, importText('import.importing')),
      )
      await run(worker, text)
      worker.close()
      showDone(root, address, onDone)
    } catch (error) {
      // The page shows the login then.
      if (error instanceof SessionEndedError) worker.close()
      else leave(explainImport(error))
    }
  }

  draw(
    root,
    { title: importText('import.confirmTitle') },
    element('p', { class: 'muted' }, importText('import.confirm')),
    element('p', {}, element('code', { class: 'mono small', dir: 'ltr' }, address)),
    element('p', { class: 'warning' }, importText('import.replaces', { address: current })),
    yes,
    button(importText('import.no'), () => leave()),
  )
}

function showDone(root: HTMLElement, address: string, onDone: () => void): void {
  draw(
    root,
    { title: importText('import.doneTitle') },
    element('p', { class: 'muted' }, importText('import.doneAddress')),
    element('p', {}, element('code', { class: 'mono small', dir: 'ltr' }, address)),
    element('p', { class: 'muted' }, importText('import.done')),
    button(importText('import.back'), onDone, 'button'),
  )
}

function button(text: string, onClick: () => void, className = 'button quiet'): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, text)
  made.addEventListener('click', onClick)
  return made
}

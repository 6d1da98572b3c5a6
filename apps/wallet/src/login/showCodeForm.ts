import { element } from '@portico/page-server/element'
import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import { formatCountdown } from '../language/formatCountdown.ts'
import type { CodeQuestion } from '../session/CodeQuestion.ts'
import { LoginCancelledError } from '../session/LoginCancelledError.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { drawWait } from '../ui/drawWait.ts'
import type { Surface } from '../ui/Surface.ts'
import { codeFormats } from './codeFormats.ts'
import { codeText } from './copy.ts'
import './code.css'

export type CodeFormParameters<result> = CodeQuestion & {
  /** Host of the page that asks. It is shown, as typing the code is the consent to connect it. */
  host: string
  /** Format of the mailed code; six digits by default. */
  format?: IntroductionCodeFormat | undefined
  /** When another code may be requested, in milliseconds since 1970; absent if no other code is sent. */
  resendAt?: number | undefined
  enter(code: string): Promise<result>
  /** Has another code mailed, which may have another format. */
  resend?: (() => Promise<{ resendAt: number; format?: IntroductionCodeFormat }>) | undefined
  /** Called when the visitor presses "Wrong address?". */
  onCancel?: (() => void) | undefined
}

/** An open form: the result of the accepted code, and a way to close the form. */
export type CodeForm<result> = { accepted: Promise<result>; close(): void }

/**
 * Shows the form for a code: one input over a cell for each character. The code is sent when it is complete. `accepted`
 * resolves with the result of `enter`, or rejects when no further code can be accepted.
 */
export function showCodeForm<result>(
  {
    host,
    enter,
    resend,
    onCancel,
    resendAt: firstResendAt,
    format: firstFormat = 'digits',
    ...question
  }: CodeFormParameters<result>,
  { surface, now = Date.now }: { surface: Surface; now?: (() => number) | undefined },
): CodeForm<result> {
  const status = element('p', { class: 'small muted', role: 'status', id: 'code-status' })
  const field = element('input', {
    type: 'text',
    'data-testid': 'wui-otp-input',
    autocomplete: 'one-time-code',
    spellcheck: 'false',
    enterkeyhint: 'done',
    // No `maxlength`: it would cut a pasted "123 456" before the space is taken out.
    'aria-label': codeText('code.field'),
    'aria-describedby': 'code-status',
  })
  const sentTo = element('p', { class: 'muted' })
  const code = element('div', { class: 'code' })
  const again = element('button', { type: 'button', class: 'button quiet' }, codeText('code.resend'))
  const back = element('button', { type: 'button', class: 'button quiet' }, codeText('code.wrongAddress'))
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'code-title' },
    element(
      'div',
      { class: 'center' },
      element('h1', { id: 'code-title' }, codeText(`code.title.${question.purpose}`)),
      ...describe(question, host, sentTo),
    ),
    code,
    element('div', { class: 'center' }, status, ...(resend ? [again] : []), ...(onCancel ? [back] : [])),
  )

  let format = firstFormat
  let cells: HTMLElement[] = []
  let resendAt = firstResendAt
  let isBusy = false
  let isOver = false
  let timer: ReturnType<typeof setInterval> | undefined
  let settle: { resolve(value: result): void; reject(error: unknown): void } | undefined
  const accepted = new Promise<result>((resolve, reject) => {
    settle = { resolve, reject }
  })

  function showStatus(sentence: string, isBad = false): void {
    status.textContent = sentence
    status.className = isBad ? 'small bad' : 'small muted'
    code.toggleAttribute('data-wrong', isBad)
    field.setAttribute('aria-invalid', `${isBad}`)
  }

  function setFormat(next: IntroductionCodeFormat): void {
    format = next
    const { length, field: attributes } = codeFormats[format]
    cells = Array.from({ length }, () => element('span', { 'aria-hidden': 'true' }))
    code.dataset.format = format
    const hasFocus = document.activeElement === field
    code.replaceChildren(...cells, field)
    if (hasFocus) field.focus()
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    sentTo.replaceChildren(...codeText.parts(`code.sentTo.${format}`, { email: drawAddress(question.email) }))
    field.value = ''
    drawCells()
  }

  function drawCells(): void {
    for (const [index, cell] of cells.entries()) {
      cell.textContent = field.value[index] ?? ''
      cell.toggleAttribute('data-now', index === Math.min(field.value.length, cells.length - 1))
    }
  }

  function countDown(): void {
    const seconds = Math.ceil(((resendAt ?? 0) - now()) / 1000)
    again.disabled = seconds > 0
    again.textContent =
      seconds > 0 ? codeText('code.resendIn', { time: formatCountdown(seconds) }) : codeText('code.resend')
  }

  function finish(end: () => void): void {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    document.removeEventListener('paste', onPaste)
    surface.hide()
    end()
  }

  async function send(): Promise<void> {
    isBusy = true
    field.readOnly = true
    showStatus('')
    status.append(drawWait(codeText('code.checking')))
    try {
      const result = await enter(field.value)
      finish(() => settle?.resolve(result))
    } catch (error) {
      if (!canTryAgain(error)) return finish(() => settle?.reject(error))
      isBusy = false
      field.readOnly = false
      field.value = ''
      drawCells()
      showStatus(explain(error), true)
      field.focus()
    }
  }

  function setCode(text: string): void {
    const { length, read } = codeFormats[format]
    field.value = read(text).slice(0, length)
    drawCells()
    if (field.value.length === length) void send()
    else if (field.value !== '') showStatus('')
  }

  /** Takes a whole code wherever it is pasted, instead of what the field holds. The browser inserts part of a code. */
  function onPaste(event: ClipboardEvent): void {
    const { length, read } = codeFormats[format]
    const text = event.clipboardData?.getData('text') ?? ''
    const isElsewhere = event.target instanceof HTMLInputElement && event.target !== field
    if (isBusy || isElsewhere || read(text).length !== length) return
    event.preventDefault()
    field.focus()
    setCode(text)
  }

  field.addEventListener('input', () => {
    if (!isBusy) setCode(field.value)
  })
  document.addEventListener('paste', onPaste)
  again.addEventListener('click', async () => {
    // A disabled button would lose the focus to the page.
    field.focus()
    again.disabled = true
    try {
      const sent = await resend?.()
      resendAt = sent?.resendAt
      if (!isBusy && sent?.format && sent.format !== format) setFormat(sent.format)
      if (!isBusy) showStatus(codeText('code.resent'))
    } catch (error) {
      const seconds = error instanceof ServerError ? error.problem.retryAfter : undefined
      if (seconds === undefined && error instanceof ServerError && !canTryAgain(error))
        return finish(() => settle?.reject(error))
      resendAt = now() + (seconds ?? 5) * 1000
      showStatus(codeText('code.notSent'), true)
    }
    countDown()
  })
  back.addEventListener('click', () =>
    finish(() => {
      onCancel?.()
      settle?.reject(new LoginCancelledError())
    }),
  )

  setFormat(firstFormat)
  countDown()
  timer = setInterval(countDown, 1000)
  surface.show({ name: 'code', element: view })
  field.focus()
  return { accepted, close: () => finish(() => settle?.reject(new LoginCancelledError())) }
}

/** Returns the lines that say what the code is for. Addresses are shown in full, so that one that a page swapped is seen. */
function describe(question: CodeQuestion, host: string, sentTo: HTMLElement): HTMLElement[] {
  if (question.purpose === 'login') {
    const consent = question.signsIn
      ? codeText('code.consentAndSignIn', { host })
      : codeText('code.consent', { host })
    return [sentTo, element('p', { class: 'muted' }, consent)]
  }
  const change = codeText.parts('code.change', { host, email: drawAddress(question.newEmail) })
  return [sentTo, element('p', { class: 'muted' }, ...change)]
}

function drawAddress(email: string): HTMLElement {
  return element('bdi', { class: 'address' }, email)
}

/** Whether the visitor can correct the code, request another one, or send the same one again. */
function canTryAgain(error: unknown): boolean {
  if (error instanceof ServerError) return /^code-(?:wrong|void)$/.test(error.code)
  return error instanceof ServerUnreachableError
}

/** Returns what the visitor can do about a code that was not accepted. */
function explain(error: unknown): string {
  if (!(error instanceof ServerError)) return codeText('code.unreachable')
  // Short codes are void while many are being guessed.
  if (error.code === 'code-void') return codeText('code.tooShort')
  const { triesLeft } = error.problem
  return triesLeft === undefined ? codeText('code.wrong') : codeText('code.wrongTries', { triesLeft })
}

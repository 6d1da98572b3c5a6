import { element } from '@portico/page-server/element'
import { BaseError } from '@portico/protocol'
import type { CodeQuestion } from '../session/CodeQuestion.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import type { Surface } from '../ui/Surface.ts'
import { codeCopy } from './copy.ts'
import { maskEmail } from './maskEmail.ts'
import './code.css'

/** The visitor left the form. */
class LoginCancelledError extends BaseError {
  override name = 'LoginCancelledError'
  static override code = 'login-cancelled'
  constructor() {
    super('The login was cancelled.')
  }
}

export type CodeFormParameters<result> = CodeQuestion & {
  /** Host of the page that asks. It is shown, as typing the code is the consent to connect it. */
  host: string
  /** When another code may be requested, in milliseconds since 1970; absent if no other code is sent. */
  resendAt?: number | undefined
  enter(code: string): Promise<result>
  resend?: (() => Promise<{ resendAt: number }>) | undefined
  /** Called when the visitor presses "Wrong address?". */
  onCancel?: (() => void) | undefined
}

/** An open form: the result of the accepted code, and a way to close the form. */
export type CodeForm<result> = { accepted: Promise<result>; close(): void }

const codeLength = 6

/**
 * Shows the form for a six-digit code: one input over six cells. The code is sent when it is complete. `accepted` resolves with
 * the result of `enter`, or rejects when no further code can be accepted.
 */
export function showCodeForm<result>(
  { host, enter, resend, onCancel, resendAt: firstResendAt, ...question }: CodeFormParameters<result>,
  { surface, now = Date.now }: { surface: Surface; now?: (() => number) | undefined },
): CodeForm<result> {
  const status = element('p', { class: 'small muted', role: 'status', id: 'code-status' })
  const field = element('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'done',
    // No `maxlength`: it would cut a pasted "123 456" before the space is taken out.
    'aria-label': codeCopy.field,
    'aria-describedby': 'code-status',
  })
  const cells = Array.from({ length: codeLength }, () => element('span', { 'aria-hidden': 'true' }))
  const code = element('div', { class: 'code' }, ...cells, field)
  const again = element('button', { type: 'button', class: 'button quiet' }, codeCopy.resend)
  const back = element('button', { type: 'button', class: 'button quiet' }, codeCopy.wrongAddress)
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'code-title' },
    element(
      'div',
      { class: 'center' },
      element('h1', { id: 'code-title' }, codeCopy.title[question.purpose]),
      ...describe(question, host),
    ),
    code,
    element('div', { class: 'center' }, status, ...(resend ? [again] : []), ...(onCancel ? [back] : [])),
  )

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

  function drawCells(): void {
    for (const [index, cell] of cells.entries()) {
      cell.textContent = field.value[index] ?? ''
      cell.toggleAttribute('data-now', index === Math.min(field.value.length, codeLength - 1))
    }
  }

  function countDown(): void {
    const seconds = Math.ceil(((resendAt ?? 0) - now()) / 1000)
    again.disabled = seconds > 0
    again.textContent = seconds > 0 ? codeCopy.resendIn(seconds) : codeCopy.resend
  }

  function finish(end: () => void): void {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    surface.hide()
    end()
  }

  async function send(): Promise<void> {
    isBusy = true
    field.readOnly = true
    showStatus(codeCopy.checking)
    try {
      const result = await enter(field.value)
      finish(() => settle?.resolve(result))
    } catch (error) {
      if (!canTryAgain(error)) return finish(() => settle?.reject(error))
      isBusy = false
      field.readOnly = false
      field.value = ''
      drawCells()
      showStatus(
        error instanceof ServerError ? codeCopy.wrong(error.problem.triesLeft) : codeCopy.unreachable,
        true,
      )
      field.focus()
    }
  }

  field.addEventListener('input', () => {
    if (isBusy) return
    // Pasted codes may contain spaces, and digits of other scripts.
    field.value = field.value.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength)
    drawCells()
    if (field.value.length === codeLength) void send()
    else if (field.value !== '') showStatus('')
  })
  again.addEventListener('click', async () => {
    again.disabled = true
    try {
      resendAt = (await resend?.())?.resendAt
      if (!isBusy) showStatus(codeCopy.resent)
    } catch (error) {
      const seconds = error instanceof ServerError ? error.problem.retryAfter : undefined
      if (seconds === undefined && error instanceof ServerError && !canTryAgain(error))
        return finish(() => settle?.reject(error))
      resendAt = now() + (seconds ?? 5) * 1000
      showStatus(codeCopy.notSent, true)
    }
    countDown()
    field.focus()
  })
  back.addEventListener('click', () =>
    finish(() => {
      onCancel?.()
      settle?.reject(new LoginCancelledError())
    }),
  )

  drawCells()
  countDown()
  timer = setInterval(countDown, 1000)
  surface.show({ name: 'code', element: view })
  field.focus()
  return { accepted, close: () => finish(() => settle?.reject(new LoginCancelledError())) }
}

/** Returns the lines that say what the code is for. A change of address shows both addresses in full. */
function describe(question: CodeQuestion, host: string): HTMLElement[] {
  const line = (...parts: (string | HTMLElement)[]) => element('p', { class: 'muted' }, ...parts)
  const address = (email: string) => element('bdi', { class: 'address' }, email)
  if (question.purpose === 'login') {
    const consent = question.signsIn ? codeCopy.consentAndSignIn(host) : codeCopy.consent(host)
    return [line(codeCopy.sentTo, address(maskEmail(question.email))), line(consent)]
  }
  return [
    line(codeCopy.sentTo, address(question.email)),
    line(codeCopy.change(host), address(question.newEmail)),
  ]
}

/** Whether the visitor can correct the code, or send the same one again. */
function canTryAgain(error: unknown): boolean {
  if (error instanceof ServerError) return error.code === 'code-wrong'
  return error instanceof ServerUnreachableError
}

import { BaseError } from '@portico/protocol'
import type { CodePurpose } from '../session/createAccount.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { element } from '../ui/element.ts'
import type { Surface } from '../ui/Surface.ts'
import { codeCopy } from './copy.ts'
import { maskEmail } from './maskEmail.ts'
import './code.css'

/** The visitor went back. */
class LoginCancelledError extends BaseError {
  override name = 'LoginCancelledError'
  static override code = 'login-cancelled'
  constructor() {
    super('The visitor went back.')
  }
}

/** What the view asks for. */
export type CodeQuestion<result> = {
  purpose: CodePurpose
  email: string
  /** The page that asks, named in the view: typing the code is agreeing to it. */
  host: string
  /** Milliseconds since 1970 from which another code may be asked for; absent where none is sent again. */
  resendAt?: number | undefined
  enter(code: string): Promise<result>
  resend?: (() => Promise<{ resendAt: number }>) | undefined
  /** "Wrong address?" */
  onCancel?: (() => void) | undefined
}

/** Ends the question from outside. */
export type CodeHandle<result> = { accepted: Promise<result>; close(): void }

const length = 6

/**
 * Draws the code view: one real field over six cells. It sends itself when it is full, says how many tries are left, and
 * ends with what `enter` brought, or with the error after which no code can be right any more.
 */
export function askCode<result>(
  { purpose, email, host, enter, resend, onCancel, ...question }: CodeQuestion<result>,
  { surface, now = Date.now }: { surface: Surface; now?: (() => number) | undefined },
): CodeHandle<result> {
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
  const cells = Array.from({ length }, () => element('span', { 'aria-hidden': 'true' }))
  const code = element('div', { class: 'code' }, ...cells, field)
  const again = element('button', { type: 'button', class: 'button quiet' }, codeCopy.resend)
  const back = element('button', { type: 'button', class: 'button quiet' }, codeCopy.wrongAddress)
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'code-title' },
    element(
      'div',
      { class: 'center' },
      element('h1', { id: 'code-title' }, codeCopy.title[purpose]),
      element(
        'p',
        { class: 'muted' },
        codeCopy.sentTo,
        element('bdi', { class: 'address' }, maskEmail(email)),
      ),
      element('p', { class: 'muted' }, purpose === 'login' ? codeCopy.consent(host) : codeCopy.change(host)),
    ),
    code,
    element('div', { class: 'center' }, status, ...(resend ? [again] : []), ...(onCancel ? [back] : [])),
  )

  let resendAt = question.resendAt
  let isBusy = false
  let isOver = false
  let timer: ReturnType<typeof setInterval> | undefined
  let settle: { resolve(value: result): void; reject(error: unknown): void } | undefined
  const accepted = new Promise<result>((resolve, reject) => {
    settle = { resolve, reject }
  })

  function say(sentence: string, isBad = false): void {
    status.textContent = sentence
    status.className = isBad ? 'small bad' : 'small muted'
    code.toggleAttribute('data-wrong', isBad)
    field.setAttribute('aria-invalid', `${isBad}`)
  }

  function draw(): void {
    for (const [index, cell] of cells.entries()) {
      cell.textContent = field.value[index] ?? ''
      cell.toggleAttribute('data-now', index === Math.min(field.value.length, length - 1))
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
    say(codeCopy.checking)
    try {
      const result = await enter(field.value)
      finish(() => settle?.resolve(result))
    } catch (error) {
      if (!canTryAgain(error)) return finish(() => settle?.reject(error))
      isBusy = false
      field.readOnly = false
      field.value = ''
      draw()
      say(error instanceof ServerError ? codeCopy.wrong(error.problem.triesLeft) : codeCopy.unreachable, true)
      field.focus()
    }
  }

  field.addEventListener('input', () => {
    if (isBusy) return
    // Mails are pasted with spaces, and digits come in the forms of many scripts.
    field.value = field.value.normalize('NFKC').replace(/\D/g, '').slice(0, length)
    draw()
    if (field.value.length === length) void send()
    else if (field.value !== '') say('')
  })
  again.addEventListener('click', async () => {
    again.disabled = true
    try {
      resendAt = (await resend?.())?.resendAt
      if (!isBusy) say(codeCopy.resent)
    } catch (error) {
      const seconds = error instanceof ServerError ? error.problem.retryAfter : undefined
      if (seconds === undefined && error instanceof ServerError && !canTryAgain(error))
        return finish(() => settle?.reject(error))
      resendAt = now() + (seconds ?? 5) * 1000
      say(codeCopy.notSent, true)
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

  draw()
  countDown()
  timer = setInterval(countDown, 1000)
  surface.show({ name: 'code', element: view })
  field.focus()
  return { accepted, close: () => finish(() => settle?.reject(new LoginCancelledError())) }
}

/** Whether another code, or the same once more, may yet be right. */
function canTryAgain(error: unknown): boolean {
  if (error instanceof ServerError) return error.code === 'code-wrong'
  return error instanceof ServerUnreachableError
}

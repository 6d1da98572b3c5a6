import { element } from '@portico/page-server/element'
import { askLink } from '../login/askLink.ts'
import { showCodeForm } from '../login/showCodeForm.ts'
import type { EmailChange } from '../session/createEmailChange.ts'
import { SessionEndedError } from '../session/ServerError.ts'
import { manageText } from './copy.ts'
import { createCodeSurface } from './createCodeSurface.ts'
import { draw } from './draw.ts'
import { explainEmailChange } from './explainEmailChange.ts'

export type EmailChangeParameters = {
  root: HTMLElement
  change: EmailChange
  /** The current address. */
  email: string
  /** Host of this page, which the form for the code names. */
  host: string
  /** Leaves the change: nothing was changed, or it is done. */
  onBack(): void
}

/** Changes the e-mail address: asks for the new one, then for what both servers need, starting again after what goes wrong. */
export async function showEmailChange(parameters: EmailChangeParameters): Promise<void> {
  let [next, note] = ['', '']
  for (;;) {
    const typed = await askAddress(parameters, { next, note })
    if (typed === undefined) return parameters.onBack()
    next = typed
    try {
      return showChanged(parameters, await proveBoth(parameters, next))
    } catch (error) {
      // The page asks for a login already.
      if (error instanceof SessionEndedError) return
      parameters.change.cancel()
      note = explainEmailChange(error)
    }
  }
}

/** The code of the current address, the link to the next one, and its code. Resolves with the new address. */
async function proveBoth(
  { root, change, email, host }: EmailChangeParameters,
  next: string,
): Promise<string> {
  const surface = createCodeSurface(root)
  const shared = { host, resend: change.resend, onCancel: change.cancel }
  await showCodeForm(
    {
      ...shared,
      ...change.step(),
      purpose: 'primary',
      email,
      newEmail: next,
      enter: (code) => change.enterOld({ code, next }),
    },
    { surface },
  ).accepted
  const { digits = '', resendAt } = await change.mailLink(next)
  const wait = () => change.waitForLink(next)
  await askLink({ ...shared, email: next, digits, resendAt, wait }, { surface }).approved
  return showCodeForm(
    {
      ...shared,
      ...change.step(),
      purpose: 'secondary',
      email: next,
      newEmail: next,
      enter: (code) => change.enterNew({ code, next }),
    },
    { surface },
  ).accepted
}

/** Asks for the new address until both servers have started the change; undefined if the visitor goes back. */
function askAddress(
  { root, change, email }: EmailChangeParameters,
  { next, note }: { next: string; note: string },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const status = element(
      'p',
      { class: note ? 'small bad' : 'small', role: 'status', id: 'address-status' },
      note,
    )
    const field = element('input', {
      type: 'email',
      name: 'email',
      autocomplete: 'email',
      required: true,
      value: next,
      'aria-describedby': 'address-status',
    })
    const submit = element('button', { class: 'button main' }, manageText('manage.emailChange.submit'))
    const back = element('button', { type: 'button', class: 'button' }, manageText('manage.emailChange.back'))
    const form = element(
      'form',
      { novalidate: true },
      element('label', {}, manageText('manage.emailChange.field'), field),
      status,
      element('div', { class: 'buttons' }, back, submit),
    )

    function reject(sentence: string): void {
      status.textContent = sentence
      status.className = 'small bad'
      submit.removeAttribute('aria-disabled')
      submit.textContent = manageText('manage.emailChange.submit')
      field.focus()
    }

    back.addEventListener('click', () => resolve(undefined))
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (submit.getAttribute('aria-disabled') === 'true') return
      const typed = field.value.trim()
      if (typed.toLowerCase() === email.toLowerCase()) return reject(manageText('manage.emailChange.same'))
      submit.setAttribute('aria-disabled', 'true')
      submit.textContent = manageText('manage.emailChange.busy')
      try {
        await change.start(typed)
        resolve(typed)
      } catch (error) {
        reject(explainEmailChange(error))
      }
    })
    draw(
      root,
      { title: manageText('manage.emailChange.title') },
      element(
        'p',
        { class: 'muted' },
        ...manageText.parts('manage.emailChange.intro', {
          email: element('bdi', { class: 'address' }, email),
        }),
      ),
      form,
    )
  })
}

function showChanged({ root, onBack }: EmailChangeParameters, next: string): void {
  const back = element(
    'button',
    { type: 'button', class: 'button main' },
    manageText('manage.emailChange.done'),
  )
  back.addEventListener('click', onBack)
  draw(
    root,
    { title: manageText('manage.emailChange.changed') },
    element(
      'p',
      { class: 'muted' },
      ...manageText.parts('manage.emailChange.changedTo', {
        email: element('bdi', { class: 'address' }, next),
      }),
    ),
    element('p', { class: 'small muted' }, manageText('manage.emailChange.undo')),
    back,
  )
}

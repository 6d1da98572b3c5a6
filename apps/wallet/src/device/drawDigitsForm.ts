import { element } from '@portico/page-server/element'
import { deviceText } from './copy.ts'

/** The form for the two digits that the window shows in which the sign-in was started. */
export type DigitsForm = {
  form: HTMLFormElement
  approve: HTMLButtonElement
  refuse: HTMLButtonElement
  /** Shows what is wrong with the digits, and lets the visitor type again. */
  reject(sentence: string): void
}

/** Draws the form. `hint` says where the digits are; `onDigits` gets both of them; with fewer, the form says so. */
export function drawDigitsForm({
  hint: where,
  onDigits,
}: {
  hint: string
  onDigits(digits: string): void
}): DigitsForm {
  const hint = element('p', { class: 'small muted', id: 'digits-hint' }, where)
  const status = element('p', { class: 'small bad', role: 'status', id: 'digits-status' })
  const field = element('input', {
    type: 'text',
    class: 'digits',
    inputmode: 'numeric',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'done',
    'aria-describedby': 'digits-hint digits-status',
  })
  const approve = element('button', { class: 'button main' }, deviceText('device.approve'))
  const refuse = element('button', { type: 'button', class: 'button' }, deviceText('device.refuse'))
  const form = element(
    'form',
    { novalidate: true },
    element('label', {}, deviceText('device.digits'), field),
    hint,
    status,
    element('div', { class: 'buttons' }, refuse, approve),
  )

  function show(sentence: string): void {
    status.textContent = sentence
    field.setAttribute('aria-invalid', `${sentence !== ''}`)
  }
  function reject(sentence: string): void {
    field.value = ''
    show(sentence)
    field.focus()
  }

  field.addEventListener('input', () => {
    // Not `maxlength`: it would cut a pasted " 42" before the space is taken out.
    field.value = field.value.normalize('NFKC').replace(/\D/g, '').slice(0, 2)
    show('')
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (field.value.length === 2) onDigits(field.value)
    else reject(deviceText('device.digitsMissing'))
  })
  return { form, approve, refuse, reject }
}

import { element } from '@portico/page-server/element'
import { explainExport } from '../export/explainExport.ts'
import { drawCodeField } from './drawCodeField.ts'

/** Draws a form for a recovery code. `submit` throws, or returns a complaint, or nothing if it has replaced the form. */
export function drawCodeForm({
  label,
  busy,
  submit,
}: {
  /** Text of the button. */
  label: string
  busy: string
  submit(text: string): Promise<string | undefined>
}): HTMLFormElement {
  const status = element('p', { class: 'small bad', role: 'status', id: 'recovery-status' })
  const { label: labelled, field } = drawCodeField(status)
  const button = element('button', { class: 'button main' }, label)
  const form = element('form', { novalidate: true }, labelled, status, button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    button.textContent = busy
    status.textContent = ''
    const complaint = await submit(field.value).catch(explainExport)
    button.removeAttribute('aria-disabled')
    button.textContent = label
    if (complaint === undefined) {
      field.value = ''
      return
    }
    status.textContent = complaint
    field.focus()
  })
  return form
}

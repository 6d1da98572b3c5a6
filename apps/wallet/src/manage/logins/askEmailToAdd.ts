import { element } from '@portico/page-server/element'
import { LoginCancelledError } from '../../session/LoginCancelledError.ts'
import { draw } from '../draw.ts'
import { loginsCopy } from './copy.ts'

const copy = loginsCopy.emailForm

/**
 * Asks for the e-mail address to add.
 *
 * @throws {LoginCancelledError}
 */
export function askEmailToAdd(root: HTMLElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const field = element('input', { type: 'email', name: 'email', autocomplete: 'email', required: true })
    const back = element('button', { type: 'button', class: 'button' }, copy.back)
    const submit = element('button', { class: 'button main' }, copy.submit)
    const form = element(
      'form',
      {},
      element('label', {}, copy.field, field),
      element('div', { class: 'buttons' }, back, submit),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      resolve(field.value.trim())
    })
    back.addEventListener('click', () => reject(new LoginCancelledError()))
    draw(root, { title: copy.title }, element('p', { class: 'muted' }, copy.intro), form)
  })
}

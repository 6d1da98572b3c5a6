import { element } from '@portico/page-server/element'
import { LoginCancelledError } from '../../session/LoginCancelledError.ts'
import { draw } from '../draw.ts'
import { loginsText } from './copy.ts'

/**
 * Asks for the e-mail address to add.
 *
 * @throws {LoginCancelledError}
 */
export function askEmailToAdd(root: HTMLElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const field = element('input', { type: 'email', name: 'email', autocomplete: 'email', required: true })
    const back = element('button', { type: 'button', class: 'button' }, loginsText('logins.emailForm.back'))
    const submit = element('button', { class: 'button main' }, loginsText('logins.emailForm.submit'))
    const form = element(
      'form',
      {},
      element('label', {}, loginsText('logins.emailForm.field'), field),
      element('div', { class: 'buttons' }, back, submit),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      resolve(field.value.trim())
    })
    back.addEventListener('click', () => reject(new LoginCancelledError()))
    draw(
      root,
      { title: loginsText('logins.emailForm.title') },
      element('p', { class: 'muted' }, loginsText('logins.emailForm.intro')),
      form,
    )
  })
}

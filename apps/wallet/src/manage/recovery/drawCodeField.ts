import { element } from '@portico/page-server/element'
import { recoveryText } from './copy.ts'

/** Draws the field for a recovery code, described by the form's status. */
export function drawCodeField(status: HTMLElement): { label: HTMLElement; field: HTMLTextAreaElement } {
  const field = element('textarea', {
    rows: '2',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    dir: 'ltr',
    'aria-describedby': status.id,
  })
  // The code is one line; Enter sends it.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    field.form?.requestSubmit()
  })
  return { label: element('label', {}, recoveryText('recovery.code'), field), field }
}

import { element } from '@portico/page-server/element'
import '../../login/code.css'

const length = 6

/** Draws a field for six digits: one input over six cells, as for codes. Calls `onFull` when it is complete. */
export function drawDigitsField({
  label,
  describedBy,
  onFull,
}: {
  label: string
  /** ID of the element that says what was wrong. */
  describedBy: string
  onFull(digits: string): void
}) {
  const field = element('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': label,
    'aria-describedby': describedBy,
  })
  const cells = Array.from({ length }, () => element('span', { 'aria-hidden': 'true' }))
  const code = element('div', { class: 'code' }, ...cells, field)

  function draw(): void {
    for (const [index, cell] of cells.entries()) {
      cell.textContent = field.value[index] ?? ''
      cell.toggleAttribute('data-now', index === Math.min(field.value.length, length - 1))
    }
  }

  field.addEventListener('input', () => {
    field.value = field.value.normalize('NFKC').replace(/\D/g, '').slice(0, length)
    draw()
    if (field.value.length === length && !field.readOnly) onFull(field.value)
  })
  draw()
  return {
    code,
    field,
    /** Empties the field for another try. */
    reset(isWrong: boolean): void {
      field.value = ''
      field.readOnly = false
      code.toggleAttribute('data-wrong', isWrong)
      field.setAttribute('aria-invalid', `${isWrong}`)
      draw()
      field.focus()
    },
  }
}

import { element } from '@portico/page-server/element'
import { exportText } from './copy.ts'

/** Draws the section that starts an export of the words and the private key. */
export function drawExport({ exportWords }: { exportWords(): void }): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, exportText('export.open'))
  button.addEventListener('click', exportWords)
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, exportText('export.title')),
    element('p', { class: 'small muted' }, exportText('export.intro')),
    button,
  )
}

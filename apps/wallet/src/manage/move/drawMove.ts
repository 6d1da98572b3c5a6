import { element } from '@portico/page-server/element'
import { moveText } from './copy.ts'

/** Draws the section that starts a move. */
export function drawMove({ move }: { move(): void }): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, moveText('move.open'))
  button.addEventListener('click', move)
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, moveText('move.title')),
    element('p', { class: 'small muted' }, moveText('move.intro')),
    button,
  )
}

import { element } from '@portico/page-server/element'
import { moveCopy } from './copy.ts'

/** Draws the section that starts a move. */
export function drawMove({ move }: { move(): void }): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, moveCopy.open)
  button.addEventListener('click', move)
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, moveCopy.title),
    element('p', { class: 'small muted' }, moveCopy.intro),
    button,
  )
}

import { readableText } from '../requests/readableText.ts'
import { element } from '../ui/element.ts'

/**
 * A text of a stranger as it is, but for characters that nobody would see or that would turn others around: those stand
 * there by their code. It keeps its own direction and cannot change that of what stands beside it.
 */
export function drawText(text: string, { isMultiline = false, most = 1000 } = {}): HTMLElement {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text
  const drawn = element('bdi', {})
  // Characters that are not drawn at all would leave an empty line where something was said.
  if (cut.trim() === '') drawn.append(element('span', { class: 'mark' }, 'empty'))
  for (const piece of readableText(cut, { isMultiline }))
    drawn.append(piece.isMark ? element('span', { class: 'mark' }, piece.text) : piece.text)
  return drawn
}

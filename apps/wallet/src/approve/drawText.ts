import { element } from '@portico/page-server/element'
import { approveText } from './copy.ts'
import { readableText } from './readableText.ts'

/**
 * Draws text of untrusted origin. Characters that are invisible or change the reading direction are marked. The text is isolated (`<bdi>`), so its direction does not affect what surrounds it.
 */
export function drawText(text: string, { isMultiline = false, maxLength = 1000 } = {}): HTMLElement {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  const drawn = element('bdi', {})
  // Text of spaces only would look as if there were none.
  if (cut.trim() === '') drawn.append(element('span', { class: 'mark' }, approveText('approve.empty')))
  for (const piece of readableText(cut, { isMultiline }))
    drawn.append(piece.isMark ? element('span', { class: 'mark' }, piece.text) : piece.text)
  return drawn
}

import { directionOf } from '@portico/i18n'
import { element } from '@portico/page-server/element'
import { languageOf } from '../language/language.ts'
import { approveText } from './copy.ts'
import { readableText } from './readableText.ts'

/** Amounts and addresses have none, and are written from left to right in every language. */
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * Draws text of untrusted origin. Characters that are invisible or change the reading direction are marked. The text is isolated (`<bdi>`), so its direction does not affect what surrounds it.
 *
 * @param isOwn The wallet wrote the text, with values in it: it has the direction of its language even if it begins with a value.
 */
export function drawText(
  text: string,
  { isMultiline = false, isOwn = false, maxLength = 1000 } = {},
): HTMLElement {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
  const isRtl = isOwn && directionOf(languageOf('approve').tag) === 'rtl' && rtlLetter.test(cut)
  const drawn = element('bdi', isRtl ? { dir: 'rtl' } : {})
  // Text of spaces only would look as if there were none.
  if (cut.trim() === '') drawn.append(element('span', { class: 'mark' }, approveText('approve.empty')))
  for (const piece of readableText(cut, { isMultiline }))
    drawn.append(piece.isMark ? element('span', { class: 'mark' }, piece.text) : piece.text)
  return drawn
}

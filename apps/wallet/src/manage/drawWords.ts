import { element } from '@portico/page-server/element'

/** Draws a list of words that no browser translates. */
export function drawWords(words: string): HTMLElement {
  const items = words.split(' ').map((word) => element('li', { translate: 'no' }, word))
  return element('ol', { dir: 'ltr' }, ...items)
}

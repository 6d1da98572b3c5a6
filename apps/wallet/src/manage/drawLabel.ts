import { element } from '@portico/page-server/element'

/**
 * Draws the label of a button: of its sentence, only the word for the button (`{button}`) is visible. Screen readers read the whole
 * sentence, because many buttons of a list have the same word.
 *
 * @param parts returns the parts of the sentence
 */
export function drawLabel(label: string, parts: (button: Text) => readonly (string | Text)[]): Node[] {
  return parts(document.createTextNode(label)).map((part) =>
    typeof part === 'string' ? element('span', { class: 'unseen' }, part) : part,
  )
}

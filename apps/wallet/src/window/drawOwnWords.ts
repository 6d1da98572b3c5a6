import { copy } from '../approve/copy.ts'
import { drawText } from '../approve/drawText.ts'
import { element } from '../ui/element.ts'
import './ownWords.css'

const key = 'own-words'
const most = 60

/**
 * Words that the visitor chose and that nobody else can show: they lie in the storage of the wallet's own site, which neither a
 * page nor the wallet's frame in a page can read. A window that only looks like this one does not know them.
 *
 * @param storage undefined where the browser gives none: then there are no such words.
 */
export function drawOwnWords(storage: Storage | undefined): HTMLElement | undefined {
  if (!storage) return undefined
  const root = element('aside', { class: 'own-words', 'aria-label': copy.ownWords })
  show(root, storage)
  return root
}

function show(root: HTMLElement, storage: Storage): void {
  const words = storage.getItem(key)
  const change = element(
    'button',
    { type: 'button', class: 'button quiet' },
    words ? copy.changeWords : copy.chooseWords,
  )
  change.addEventListener('click', () => edit(root, storage))
  if (words)
    root.replaceChildren(
      element(
        'p',
        { class: 'small muted' },
        `${copy.ownWords}: `,
        element('strong', {}, drawText(words, { most })),
      ),
      change,
    )
  else root.replaceChildren(change)
}

function edit(root: HTMLElement, storage: Storage): void {
  const input = element('input', {
    id: 'own-words',
    maxlength: `${most}`,
    autocomplete: 'off',
    value: storage.getItem(key) ?? '',
    'aria-describedby': 'own-words-why',
  })
  const form = element(
    'form',
    {},
    element('label', { for: 'own-words', class: 'small muted' }, copy.ownWordsLabel),
    input,
    element('p', { id: 'own-words-why', class: 'small muted' }, copy.ownWordsWhy),
    element('button', { class: 'button' }, copy.keepWords),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const words = input.value.trim()
    if (words) storage.setItem(key, words)
    else storage.removeItem(key)
    show(root, storage)
    root.querySelector('button')?.focus()
  })
  root.replaceChildren(form)
  input.focus()
}

import { element } from '@portico/page-server/element'
import { approveText } from '../approve/copy.ts'
import { drawText } from '../approve/drawText.ts'
import './securityPhrase.css'

const key = 'own-words'
const maxLength = 60

/**
 * Draws the visitor's security phrase, or a button to choose one. It is kept in the first-party storage of the wallet's site,
 * which neither a host page nor the wallet's frame in it can read, so an imitation of this window cannot show it.
 *
 * @param storage undefined where the browser denies storage; there is no phrase then
 */
export function drawSecurityPhrase(storage: Storage | undefined): HTMLElement | undefined {
  if (!storage) return undefined
  const root = element('aside', {
    class: 'security-phrase',
    'aria-label': approveText('approve.securityPhrase'),
  })
  show(root, storage)
  return root
}

function show(root: HTMLElement, storage: Storage): void {
  const phrase = storage.getItem(key)
  const change = element(
    'button',
    { type: 'button', class: 'button quiet' },
    phrase ? approveText('approve.changePhrase') : approveText('approve.choosePhrase'),
  )
  change.addEventListener('click', () => edit(root, storage))
  if (phrase)
    root.replaceChildren(
      element(
        'p',
        { class: 'small muted' },
        ...approveText.parts('approve.phrase', {
          phrase: element('strong', {}, drawText(phrase, { maxLength })),
        }),
      ),
      change,
    )
  else root.replaceChildren(change)
}

function edit(root: HTMLElement, storage: Storage): void {
  const input = element('input', {
    id: 'security-phrase',
    maxlength: `${maxLength}`,
    autocomplete: 'off',
    value: storage.getItem(key) ?? '',
    'aria-describedby': 'security-phrase-reason',
  })
  const form = element(
    'form',
    {},
    element('label', { for: 'security-phrase', class: 'small muted' }, approveText('approve.phraseLabel')),
    input,
    element('p', { id: 'security-phrase-reason', class: 'small muted' }, approveText('approve.phraseReason')),
    element('button', { class: 'button' }, approveText('approve.savePhrase')),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const phrase = input.value.trim()
    if (phrase) storage.setItem(key, phrase)
    else storage.removeItem(key)
    show(root, storage)
    root.querySelector('button')?.focus()
  })
  root.replaceChildren(form)
  input.focus()
}

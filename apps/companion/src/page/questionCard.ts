import type { Question } from '../wallet/question.ts'
import { element } from './element.ts'

/** A question as the person reads it, with yes and no. */
export function questionCard({ id, app, title, facts, content, networks, approve, reject }: Question) {
  const boxes = (networks ?? []).map((network) => {
    const box = element('input', { type: 'checkbox', value: network.id, checked: true })
    return { box, label: element('label', { class: 'check' }, box, network.name) }
  })
  const yes = element('button', { type: 'button', class: 'main' }, 'Approve')
  const no = element('button', { type: 'button' }, 'Reject')
  const card = element(
    'article',
    { class: 'card', 'aria-labelledby': `${id}-title` },
    element('p', { class: 'muted' }, app),
    element('h3', { id: `${id}-title` }, title),
    element('dl', {}, ...facts.map(([name, value]) => fact(name, value))),
    ...(content ? [element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Details' }, content)] : []),
    ...(boxes.length > 0
      ? [
          element(
            'fieldset',
            {},
            element('legend', {}, 'Networks to share'),
            ...boxes.map(({ label }) => label),
          ),
        ]
      : []),
    element('div', { class: 'buttons' }, no, yes),
  )
  // Once: a second press is not a second answer.
  const decide = (answer: () => void) => {
    yes.disabled = true
    no.disabled = true
    answer()
  }
  yes.addEventListener('click', () =>
    decide(() => approve(boxes.flatMap(({ box }) => (box.checked ? [box.value] : [])))),
  )
  no.addEventListener('click', () => decide(reject))
  return card
}

function fact(name: string, value: string) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, value))
}

import { element } from '@portico/page-server/element'
import type { ApprovalRequest } from '../wallet/approvalRequest.ts'

/** Creates the card of a request, with its Approve and Reject buttons. */
export function requestCard({ id, app, title, facts, content, networks, approve, reject }: ApprovalRequest) {
  const boxes = (networks ?? []).map((network) => {
    const box = element('input', { type: 'checkbox', value: network.id, checked: true })
    return { box, label: element('label', { class: 'check' }, box, network.name) }
  })
  const approveButton = element('button', { type: 'button', class: 'main' }, 'Approve')
  const rejectButton = element('button', { type: 'button' }, 'Reject')
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
    element('div', { class: 'buttons' }, rejectButton, approveButton),
  )
  // Only once: disable both buttons, so that a second press has no effect.
  const decide = (decision: () => void) => {
    approveButton.disabled = true
    rejectButton.disabled = true
    decision()
  }
  approveButton.addEventListener('click', () =>
    decide(() => approve(boxes.flatMap(({ box }) => (box.checked ? [box.value] : [])))),
  )
  rejectButton.addEventListener('click', () => decide(reject))
  return card
}

function fact(name: string, value: string) {
  return element('div', {}, element('dt', {}, name), element('dd', {}, value))
}

import { element } from '@portico/page-server/element'
import { approveText } from './copy.ts'
import type { Description } from './Description.ts'
import { drawText } from './drawText.ts'
import type { Decision } from './Question.ts'

const approvals: readonly Decision[] = ['approved', 'approved-1', 'approved-2']

/** Draws the ways to pay the fee as radio buttons, the first one chosen. */
export function drawPayments(payments: Description['payments'] & object): {
  element: HTMLElement
  /** The approval with the way that is chosen. */
  approval(): Decision
} {
  const inputs = payments.map((_, index) =>
    element('input', { type: 'radio', name: 'payment', checked: index === 0 ? true : undefined }),
  )
  const rows = payments.map(({ label, value }, index) =>
    element(
      'label',
      {},
      ...inputs.slice(index, index + 1),
      element('span', {}, drawText(label, { maxLength: 60 })),
      element('span', { class: 'value' }, drawText(value, { maxLength: 100 })),
    ),
  )
  return {
    element: element(
      'fieldset',
      { class: 'payments' },
      element('legend', {}, approveText('approve.fee')),
      ...rows,
    ),
    approval: () => approvals[inputs.findIndex(({ checked }) => checked)] ?? 'approved',
  }
}

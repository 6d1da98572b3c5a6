import { element } from '@portico/page-server/element'
import { formatUnits } from 'viem/utils'
import { approveText } from './copy.ts'
import { drawText } from './drawText.ts'
import { formatDollars } from './formatDollars.ts'
import { decimalPoint, formatNumber } from './formatNumber.ts'
import type { ChosenLimits, End, Limits } from './Limits.ts'
import { mostPossible } from './mostPossible.ts'
import { parseAmount } from './parseAmount.ts'

export type DrawnLimits = {
  element: HTMLElement
  /** Returns what the visitor chose; undefined if it is not valid: then it says why, and the field has the focus. */
  read(): ChosenLimits | undefined
}

/** Draws the limits of a permission: two fields in which they can be lowered, and what it can cost at most. */
export function drawLimits(limits: Limits): DrawnLimits {
  const { amount, until } = limits
  const most = BigInt(amount.most)
  const cost = element('output', { class: 'cost' })
  const input = element('input', {
    id: 'limit-amount',
    value: toTyped(most, amount.decimals),
    inputmode: amount.decimals > 0 ? 'decimal' : 'numeric',
    autocomplete: 'off',
    maxlength: '100',
    'aria-describedby': 'limit-wrong',
  })
  const wrong = element('p', { id: 'limit-wrong', class: 'small bad', role: 'alert' })
  const choice = element('select', { id: 'limit-until' })
  for (const { at, label } of until.choices) choice.append(element('option', { value: `${at}` }, label))

  const readAmount = () => {
    if (amount.isFixed) return most
    const typed = parseAmount(input.value, amount.decimals)
    return typed !== undefined && typed > 0n && typed <= most ? typed : undefined
  }
  const readEnd = () => until.choices[choice.selectedIndex] as End
  const update = () => {
    const value = readAmount()
    if (value === undefined) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
    wrong.replaceChildren(
      value === undefined ? drawText(approveText('approve.limits.wrong', { most: print(most, amount) })) : '',
    )
    cost.replaceChildren(...(value === undefined ? [] : describeCost(value, readEnd(), limits)))
  }
  input.addEventListener('input', update)
  choice.addEventListener('change', update)
  update()

  const rows: HTMLElement[] = []
  if (!amount.isFixed)
    rows.push(
      element(
        'div',
        { class: 'limit' },
        element('label', { for: input.id }, drawText(amount.label)),
        input,
        wrong,
      ),
    )
  if (until.choices.length > 1)
    rows.push(
      element('div', { class: 'limit' }, element('label', { for: choice.id }, drawText(until.label)), choice),
    )
  return {
    element:
      rows.length > 0
        ? element(
            'fieldset',
            { class: 'limits' },
            element('legend', { class: 'small muted' }, approveText('approve.limits.lower')),
            ...rows,
            cost,
          )
        : element('div', { class: 'limits' }, cost),
    read() {
      const value = readAmount()
      if (value !== undefined) return { amount: `${value}`, until: readEnd().at }
      input.focus()
      return undefined
    },
  }
}

/** Returns the parts of a sentence. Amounts keep their direction in it. */
function describeCost(amount: bigint, { at, time }: End, limits: Limits): (string | Node)[] {
  const { period, price } = limits
  const total = mostPossible({ amount, period }, at)
  const value = price === undefined ? undefined : Number(formatUnits(total, limits.amount.decimals)) * price
  const worth = value === undefined ? '' : ` (${formatDollars(value, value < 10 ? 2 : 0)})`
  const most = drawText(`${print(total, limits.amount)}${worth}`)
  const end = drawText(time)
  return period
    ? approveText.parts('approve.limits.costEach', {
        amount: drawText(print(amount, limits.amount)),
        each: period.label,
        total: most,
        end,
      })
    : approveText.parts('approve.limits.cost', { amount: most, end })
}

function print(amount: bigint, { decimals, symbol }: Limits['amount']): string {
  const [whole = '', fraction] = formatUnits(amount, decimals).split('.')
  return `${formatNumber(BigInt(whole))}${fraction ? `${decimalPoint()}${fraction}` : ''} ${symbol}`
}

/** Writes an amount as it is typed here: with the decimal separator of the language of requests, and nothing to group the digits. */
function toTyped(amount: bigint, decimals: number): string {
  return formatUnits(amount, decimals).replace('.', decimalPoint())
}

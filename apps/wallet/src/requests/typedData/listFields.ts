import type { Fact } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { typedText } from './copy.ts'
import { isAddress } from './isAddress.ts'

const maxFacts = 10
const maxLength = 200

/**
 * Lists the values inside typed data, each with its path as the label. The path begins with `name`, so that no field can look like a
 * label of the wallet's own.
 */
export function listFields(name: string, value: TypedValue): Fact[] {
  const facts = flatten(name, value)
  if (facts.length <= maxFacts) return facts
  const shown = facts.slice(0, maxFacts - 1)
  return [
    ...shown,
    {
      label: effectText('effect.labels.and'),
      value: typedText('typed.more.values', { count: facts.length - shown.length }),
    },
  ]
}

function flatten(label: string, value: TypedValue): Fact[] {
  if (typeof value === 'object') {
    const inner = Object.entries(value).flatMap(([name, part]) => flatten(`${label}.${name}`, part))
    return inner.length > 0 ? inner : [{ label, value: typedText('typed.fields.nothing') }]
  }
  if (isAddress(value)) return [{ label, value, kind: 'address' }]
  const text = `${value}`
  const isCut = text.length > maxLength
  return [{ label, value: isCut ? typedText('typed.fields.cut', { text: text.slice(0, maxLength) }) : text }]
}

import type { Fact } from '../../approve/Description.ts'
import type { TypedValue } from '../hashTypedData.ts'
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
  return [...shown, { label: 'And', value: `${facts.length - shown.length} more values; see Details` }]
}

function flatten(label: string, value: TypedValue): Fact[] {
  if (typeof value === 'object') {
    const inner = Object.entries(value).flatMap(([name, part]) => flatten(`${label}.${name}`, part))
    return inner.length > 0 ? inner : [{ label, value: '(nothing)' }]
  }
  if (isAddress(value)) return [{ label, value, kind: 'address' }]
  const text = `${value}`
  return [{ label, value: text.length > maxLength ? `${text.slice(0, maxLength)}… (more in Details)` : text }]
}

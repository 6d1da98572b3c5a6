import type { OptionKind } from './optionTable.ts'

/** Returns what a value of this kind must be, such as `'true or false'`, or undefined if the value is valid. */
export function describeMismatch(kind: OptionKind, value: unknown): string | undefined {
  switch (kind.name) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'choice':
      return kind.values.includes(value as string) ? undefined : `one of ${kind.values.join(', ')}`
    case 'order':
      return isSelection(value, kind.values) ? undefined : `an order of ${kind.values.join(', ')}, each once`
    case 'subset':
      return (value === false && !kind.min) ||
        (isSelection(value, kind.values) && value.length >= (kind.min ?? 0))
        ? undefined
        : `a list of ${kind.min ? 'at least one of' : 'any of'} ${kind.values.join(', ')}, each once`
    case 'ids':
      return Array.isArray(value) && value.length <= 100 && value.every(isId)
        ? undefined
        : 'a list of up to 100 IDs'
    case 'text':
      return typeof value === 'string' && kind.pattern.test(value) ? undefined : kind.expected
    case 'number':
      return typeof value === 'number' && value >= kind.min && value <= kind.max
        ? undefined
        : `a number from ${kind.min} to ${kind.max}`
    case 'data':
      return kind.check(value) ? undefined : kind.expected
  }
}

function isSelection(value: unknown, values: readonly (string | number)[]): value is unknown[] {
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((item) => values.includes(item))
  )
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)
}

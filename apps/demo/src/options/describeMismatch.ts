import type { OptionKind } from './optionTable.ts'

/** What a value of this kind must be, if this one is not that; undefined if it is. */
export function describeMismatch(kind: OptionKind, value: unknown): string | undefined {
  switch (kind.name) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'true or false'
    case 'choice':
      return kind.values.includes(value as string) ? undefined : `one of ${kind.values.join(', ')}`
    case 'order':
      return isSelection(value, kind.values) ? undefined : `an order of ${kind.values.join(', ')}, each once`
    case 'subset':
      return (value === false && !kind.least) ||
        (isSelection(value, kind.values) && value.length >= (kind.least ?? 0))
        ? undefined
        : `a list of ${kind.least ? 'at least one of' : 'any of'} ${kind.values.join(', ')}, each once`
    case 'ids':
      return Array.isArray(value) && value.length <= 100 && value.every(isId)
        ? undefined
        : 'a list of up to 100 ids'
    case 'text':
      return typeof value === 'string' && kind.pattern.test(value) ? undefined : kind.says
    case 'number':
      return typeof value === 'number' && value >= kind.least && value <= kind.most
        ? undefined
        : `a number from ${kind.least} to ${kind.most}`
    case 'data':
      return kind.check(value) ? undefined : kind.says
  }
}

function isSelection(value: unknown, values: readonly (string | number)[]): value is unknown[] {
  return (
    Array.isArray(value) && new Set(value).size === value.length && value.every((one) => values.includes(one))
  )
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)
}

/** Digits of an amount before and after the point; more are refused, so that texts stay short. */
const grammar = /^(0|[1-9]\d{0,17})(?:\.(\d{1,36}))?$/

/**
 * Reads an amount from JSON as a decimal text without superfluous zeros; undefined if it is negative, not a number, or written
 * with an exponent. No arithmetic on floating-point numbers is involved: a number is read from its shortest decimal form.
 */
export function readDecimal(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? toText(value) : value
  if (typeof text !== 'string') return undefined
  const [, whole, places = ''] = grammar.exec(text) ?? []
  if (whole === undefined) return undefined
  const kept = places.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Writes a number without an exponent: `1e-7` is `0.0000001`. */
function toText(value: number): string {
  const text = String(value)
  const [, digits = '', places = '', exponent] = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? []
  return exponent === undefined ? text : `0.${'0'.repeat(Number(exponent) - 1)}${digits}${places}`
}

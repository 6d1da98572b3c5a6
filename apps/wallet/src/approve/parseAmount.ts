/**
 * Parses an amount as it is typed, in whole tokens: digits with a point or a comma before the decimals, and nothing to group them.
 * Returns it in the smallest units; undefined for anything else, or more decimals than there are.
 *
 * @example
 * parseAmount('0,5', 6) // 500000n
 */
export function parseAmount(typed: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] =
    /^(\d{0,60})(?:[.,٫](\d{0,60}))?$/.exec(toLatinDigits(typed.trim())) ?? []
  if (whole === '' && fraction === '') return undefined
  if (fraction.length > decimals) return undefined
  return BigInt(`${whole}${fraction.padEnd(decimals, '0')}`)
}

/** Digits of Arabic, Persian, Devanagari and others become those of JavaScript. */
function toLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // A script has its ten digits in a row. Some have several styles of them, one after the other.
    let start = code
    while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
    return `${(code - start) % 10}`
  })
}

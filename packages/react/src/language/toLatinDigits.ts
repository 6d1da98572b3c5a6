/** The zero of the digits that keyboards of our languages type: Arabic, Persian, Hindi, Thai, Japanese and Chinese (full width). */
const zeros = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]

/**
 * Returns what a visitor typed as a number with the digits 0 to 9, and with a point for the Arabic and the full-width separator.
 *
 * @example
 * toLatinDigits('۱٫۵') // '1.5'
 */
export function toLatinDigits(text: string): string {
  return text.replace(/[٫．]/g, '.').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = zeros.find((start) => code >= start && code < start + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

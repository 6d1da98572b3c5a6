/**
 * Returns untrusted text, for example of a contract, so that it is safe to display: without control, invisible and
 * bidirectional formatting characters (with which a token can imitate another name), on one line, at most `max`
 * characters long.
 *
 * @see https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
export function cleanText(value: string, max: number): string {
  const visible = value
    // Cut first: a hostile text may be megabytes long.
    .slice(0, max * 8)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(
      /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]|[\u{e0000}-\u{e0fff}]/gu,
      '',
    )
    .trim()
  return [...visible].slice(0, max).join('')
}

/**
 * Text from a contract, made fit to be shown: no control characters, no characters that turn the reading direction or
 * hide (a token can so pretend to have another name), one line, at most `max` characters.
 *
 * @see https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
export function cleanText(value: string, max: number): string {
  const visible = value
    // A hostile text may be megabytes long: what is far beyond the end need not be looked at.
    .slice(0, max * 8)
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(
      /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]|[\u{e0000}-\u{e0fff}]/gu,
      '',
    )
    .trim()
  return [...visible].slice(0, max).join('')
}

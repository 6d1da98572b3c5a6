// Characters that change the reading direction of what follows them.
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Returns a value for a sentence in another direction, such as a name in Latin letters in Arabic: between the characters FIRST STRONG
 * ISOLATE and POP DIRECTIONAL ISOLATE, without characters of its own that change the direction.
 *
 * @see https://www.unicode.org/reports/tr9/
 */
export function isolate(value: string): string {
  return `\u2068${value.replace(directions, '')}\u2069`
}

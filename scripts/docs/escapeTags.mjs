/**
 * Escapes what looks like an element outside of code spans, such as `<caip-10>` of a description: a page would not show it.
 *
 * @param {string} text
 * @returns {string}
 *
 * @example
 * escapeTags('activity:<caip-10>, `<id>`') // 'activity:&lt;caip-10>, `<id>`'
 */
export function escapeTags(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('')
}

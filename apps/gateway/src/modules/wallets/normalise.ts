/**
 * A text as it is compared: without case, accents, spaces and marks.
 *
 * @example
 * normalise('Méta-Mask ') // 'metamask'
 */
export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

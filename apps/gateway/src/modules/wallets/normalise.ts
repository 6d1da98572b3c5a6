/**
 * Normalises a text for comparison: removes case, accents, spaces and punctuation.
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

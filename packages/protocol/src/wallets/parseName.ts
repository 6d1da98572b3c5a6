// Default-ignorable characters are not drawn; the blank Braille pattern (U+2800) looks the same.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu
// Some scripts need joiners between a combining mark and a letter.
const joiner = /(\p{M}[\u200c\u200d](?=\p{L}))|[\u200c\u200d]/gu

/**
 * Sanitises an untrusted name for display: removes control, bidirectional and invisible characters and line breaks,
 * limits stacked combining marks, and truncates it to 64 characters. Returns `undefined` if nothing is left.
 *
 * @example
 * import { parseName } from '@portico/protocol'
 * parseName('  Wallet\n two ') // 'Wallet two'
 */
export function parseName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value
    .slice(0, 1000)
    .replace(/[^\S\ufeff]+/g, ' ')
    .replace(invisible, (character) => (/[\u200c\u200d]/.test(character) ? character : ''))
    .replace(joiner, '$1')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  return Array.from(name).slice(0, 64).join('').trim() || undefined
}

// Default-ignorable characters are drawn as nothing; a blank Braille pattern looks like it.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu
// Joiners belong to some scripts, where they stand between a mark and a letter.
const joiner = /(\p{M}[\u200c\u200d](?=\p{L}))|[\u200c\u200d]/gu

/**
 * A name somebody else chose, fit to be shown: no control, direction or invisible characters, one line, no
 * towers of marks, at most 64 characters. `undefined` where nothing is left.
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

import { randomInt } from 'node:crypto'
import type { IntroductionCodeFormat } from '@portico/protocol/gateway'

/** Crockford's base 32, which has no I, L, O and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const formats: Readonly<Record<IntroductionCodeFormat, { length: number; alphabet: string }>> = {
  digits: { length: 6, alphabet: '0123456789' },
  short: { length: 6, alphabet: letters },
  long: { length: 12, alphabet: letters },
}

/**
 * Returns a random code: 20 bits for `digits`, 30 for `short`, 60 for `long`. All codes of a format are equally likely,
 * because `randomInt` uses a CSPRNG and rejection sampling.
 */
export function createCode(format: IntroductionCodeFormat): string {
  const { length, alphabet } = formats[format]
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

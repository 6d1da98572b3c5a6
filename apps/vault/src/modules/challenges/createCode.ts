import { randomInt } from 'node:crypto'

/**
 * Returns a random code of six digits. All codes are equally likely: `randomInt` uses a CSPRNG and rejection sampling.
 */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

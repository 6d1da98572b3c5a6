import { randomInt } from 'node:crypto'

/**
 * Six digits, all equally likely: `randomInt` draws from the system's generator and rejects what would favour the low
 * ones.
 */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

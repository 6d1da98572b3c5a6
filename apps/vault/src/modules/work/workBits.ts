import { maxWorkBits } from '@portico/protocol/vault'

/** About 33,000 hashes: around half a second on a slow phone that tries 70,000 in a second, and rarely more than two. */
const firstBits = 15

/**
 * Returns how many zero bits a stranger's proof of work needs, 0 for none. Each bit doubles the work, and each further half
 * of the project's number of mails adds a bit.
 *
 * @param load the mails to strangers in the last hour, this one included, as a multiple of the project's number
 */
export function workBits(load: number): number {
  if (load <= 1) return 0
  return Math.min(maxWorkBits, firstBits + Math.floor(2 * (load - 1)))
}

import { normalize } from 'viem/ens'

/** Returns the normal form of a name by ENSIP-15; undefined if the name is invalid. */
export function normalizeName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    // The message is about code points; the caller reports the problem.
    return undefined
  }
}

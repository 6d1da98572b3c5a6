import { normalize } from 'viem/ens'

/** The normal form of a name by ENSIP-15; undefined if it has none. */
export function normalizeName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    // Its message is about code points; what is wrong is said by whoever asks.
    return undefined
  }
}

import type { Memory } from './Network.ts'

const key = 'recipients'
const most = 500

/** To whom this account sent before, the last first. Addresses in lower case. */
export async function readRecipients(memory: Memory): Promise<string[]> {
  const known = await memory.read(key)
  return Array.isArray(known) ? known.filter((entry): entry is string => typeof entry === 'string') : []
}

/** Remembers to whom a transaction went. */
export async function addRecipient(memory: Memory, address: string): Promise<void> {
  const own = address.toLowerCase()
  const others = (await readRecipients(memory)).filter((entry) => entry !== own)
  await memory.write(key, [own, ...others].slice(0, most))
}

/**
 * An address that was sent to before and looks like this one, which is another: the same first and last four digits,
 * which is what people compare and what an attacker can search for.
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const own = address.toLowerCase()
  const ends = (value: string) => `${value.slice(2, 6)}${value.slice(-4)}`
  return known.find((entry) => entry !== own && ends(entry) === ends(own))
}

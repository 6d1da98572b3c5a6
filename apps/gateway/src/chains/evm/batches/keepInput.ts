import { mayBeBatch } from './mayBeBatch.ts'

/** In characters. Wallets send 128 KiB at most; larger ones are shown without their calls. */
const maxInput = 300_000

/** Returns the data of a transaction that may be a batch, for its calls; null for others. Addresses in lower case. */
export function keepInput({
  input,
  ...parties
}: {
  sender: string
  recipient: string | null
  input: string
}): string | null {
  const selector = input.slice(0, 10).toLowerCase()
  if (!mayBeBatch({ ...parties, selector })) return null
  // Empty instead of null: the row need not be read again.
  return input.length > maxInput ? '' : input.toLowerCase()
}

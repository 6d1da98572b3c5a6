import { mayBeBatch } from './mayBeBatch.ts'

/** In characters. Wallets send 128 KiB at most; larger data is not stored, and such a batch is shown without its calls. */
const maxInput = 300_000

/** Returns the data to store of a transaction that may be a batch; null for others. Addresses in lower case. */
export function readBatchInput({
  input,
  ...parties
}: {
  sender: string
  recipient: string | null
  input: string
}): string | null {
  const selector = input.slice(0, 10).toLowerCase()
  if (!mayBeBatch({ ...parties, selector })) return null
  // Empty instead of null: null means that the row has to be read again.
  return input.length > maxInput ? '' : input.toLowerCase()
}

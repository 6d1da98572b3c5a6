import { Transaction } from '@scure/btc-signer'
import { parseBytes } from '../parsing/parseBytes.ts'

/** Reads a PSBT from bytes, base64 or hex. Returns undefined if it is none. */
export function readPsbt(value: unknown): Transaction | undefined {
  const bytes = parseBytes(value)
  try {
    return bytes && Transaction.fromPSBT(bytes, { allowUnknownOutputs: true, allowUnknownInputs: true })
  } catch {
    // Not a PSBT.
    return undefined
  }
}

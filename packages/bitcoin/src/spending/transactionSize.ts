import { type ScriptKind, scriptKind } from './scriptKind.ts'

/** What an input adds: bytes that count four times, and bytes of witness. Signatures have at most 72 bytes, with taproot 65. */
const inputs: Readonly<Record<ScriptKind, { base: number; witness: number }>> = {
  p2pkh: { base: 148, witness: 0 },
  // An output of P2WPKH inside P2SH.
  p2sh: { base: 64, witness: 108 },
  p2wpkh: { base: 41, witness: 108 },
  p2tr: { base: 41, witness: 67 },
  // Cannot be spent here: its script is not known.
  p2wsh: { base: 41, witness: 254 },
}

/**
 * Returns the most virtual bytes that a signed transaction has (BIP-141).
 *
 * @param parameters.from the script of all coins that are spent
 * @param parameters.outputs the scripts of the outputs
 */
export function transactionSize({
  from,
  coins,
  outputs,
}: {
  from: Uint8Array
  coins: number
  outputs: readonly Uint8Array[]
}): number {
  const { base, witness } = inputs[scriptKind(from)]
  const outputBytes = outputs.reduce((sum, script) => sum + 8 + 1 + script.length, 0)
  // Version, lock time, and the two numbers of inputs and outputs.
  const bytes = 8 + countSize(coins) + countSize(outputs.length) + coins * base + outputBytes
  // Marker and flag.
  const witnessBytes = witness === 0 ? 0 : 2 + coins * witness
  return Math.ceil((4 * bytes + witnessBytes) / 4)
}

const countSize = (count: number): number => (count < 253 ? 1 : 3)

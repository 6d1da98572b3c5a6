import type { WireTransaction } from './readTransaction.ts'

const lamportsPerSignature = 5_000n
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const unitsPerInstruction = 200_000n
const maxUnits = 1_400_000n

/** What a transaction costs: 5000 lamports a signature, and what it offers for a place in the block. */
export function feeOf({
  header,
  staticKeys,
  instructions,
}: Pick<WireTransaction, 'header' | 'staticKeys' | 'instructions'>): bigint {
  let price = 0n
  let limit: bigint | undefined
  let others = 0n
  for (const { programIdIndex, data } of instructions) {
    if (staticKeys[programIdIndex] !== computeBudgetProgram) {
      others += 1n
      continue
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (data[0] === 2 && data.length >= 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const wanted = limit ?? others * unitsPerInstruction
  const units = wanted > maxUnits ? maxUnits : wanted
  const offered = (price * units + 999_999n) / 1_000_000n
  return BigInt(header.numRequiredSignatures) * lamportsPerSignature + offered
}

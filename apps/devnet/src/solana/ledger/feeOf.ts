import type { WireTransaction } from './readTransaction.ts'

const lamportsPerSignature = 5_000n
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'
const unitsPerInstruction = 200_000n
const maxUnits = 1_400_000n

/**
 * Returns the fee of a transaction in lamports: 5000 per signature, plus the priority fee of its compute budget
 * instructions (price in micro-lamports per compute unit).
 */
export function feeOf({
  header,
  staticKeys,
  instructions,
}: Pick<WireTransaction, 'header' | 'staticKeys' | 'instructions'>): bigint {
  let price = 0n
  let limit: bigint | undefined
  let otherInstructions = 0n
  for (const { programIdIndex, data } of instructions) {
    if (staticKeys[programIdIndex] !== computeBudgetProgram) {
      otherInstructions += 1n
      continue
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (data[0] === 2 && data.length >= 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const requestedUnits = limit ?? otherInstructions * unitsPerInstruction
  const units = requestedUnits > maxUnits ? maxUnits : requestedUnits
  const priorityFee = (price * units + 999_999n) / 1_000_000n
  return BigInt(header.numRequiredSignatures) * lamportsPerSignature + priorityFee
}

import { createByteReader } from './createByteReader.ts'
import { programs } from './programs.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

const lamportsPerSignature = 5_000n
const unitsPerInstruction = 200_000n
/** What the network reserves for an instruction of the Compute Budget program. */
const unitsPerBudgetInstruction = 3_000n
const maxUnits = 1_400_000n
/** Programs that verify signatures: each of those costs as much as one of the transaction. Their data starts with their number. */
const verifiers: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

/**
 * Returns the highest fee in lamports: 5000 per signature, and the priority fee (price in micro-lamports per compute unit, times the
 * limit of units).
 *
 * @see https://solana.com/docs/core/fees
 */
export function feeOf({ signerCount, accounts, instructions }: SolanaMessage): bigint {
  let price = 0n
  let limit: bigint | undefined
  let signatures = BigInt(signerCount)
  /** The units that are used if no instruction sets a limit. */
  let reserved = 0n
  for (const { program, data } of instructions) {
    const address = accounts[program] as string
    if (verifiers.includes(address)) signatures += BigInt(data[0] ?? 0)
    if (address !== programs.computeBudget) {
      reserved += unitsPerInstruction
      continue
    }
    reserved += unitsPerBudgetInstruction
    const reader = createByteReader(data)
    const number = data.length > 0 ? reader.u8() : undefined
    if (number === 2 && data.length >= 5) limit = BigInt(reader.u32())
    if (number === 3 && data.length >= 9) price = reader.u64()
  }
  const requested = limit ?? reserved
  const units = requested > maxUnits ? maxUnits : requested
  return signatures * lamportsPerSignature + (price * units + 999_999n) / 1_000_000n
}

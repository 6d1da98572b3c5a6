import { base58 } from '@scure/base'

/**
 * Serializes a SOL transfer as a legacy transaction with an empty signature.
 *
 * @param from base58 address of the sender, who pays the fee
 * @param blockhash a recent blockhash, base58
 *
 * @see https://solana.com/docs/core/transactions
 */
export function createSolTransfer({
  from,
  to,
  lamports,
  blockhash,
}: {
  from: string
  to: string
  lamports: bigint
  blockhash: string
}): Uint8Array<ArrayBuffer> {
  const data = new DataView(new ArrayBuffer(12))
  data.setUint32(0, 2, true)
  data.setBigUint64(4, lamports, true)
  const systemProgram = new Uint8Array(32)
  return Uint8Array.of(
    1,
    ...new Uint8Array(64),
    // Header: one required signature, no read-only signers, one read-only account (the program).
    ...[1, 0, 1],
    ...[3, ...base58.decode(from), ...base58.decode(to), ...systemProgram],
    ...base58.decode(blockhash),
    // One instruction: program index, account indexes, data.
    ...[1, 2, 2, 0, 1, data.byteLength, ...new Uint8Array(data.buffer)],
  )
}

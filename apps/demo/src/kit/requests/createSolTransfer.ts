import { base58 } from '@scure/base'

/**
 * A transfer of the coin of Solana on the wire: one signature to be filled in, and a message of the first version.
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
    // One signer, who may be charged; of the others one, the program, is only read.
    ...[1, 0, 1],
    ...[3, ...base58.decode(from), ...base58.decode(to), ...systemProgram],
    ...base58.decode(blockhash),
    // One instruction: the program, its two accounts, its data.
    ...[1, 2, 2, 0, 1, data.byteLength, ...new Uint8Array(data.buffer)],
  )
}

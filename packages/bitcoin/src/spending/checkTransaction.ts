import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import { RawTx } from '@scure/btc-signer'
import type { Output } from './buildPsbt.ts'
import type { Coin } from './Coin.ts'

/**
 * Checks a signed transaction before it is sent: it must spend exactly the planned coins and create exactly the planned outputs, which
 * also fixes its fee, and each signature must cover all of it. Otherwise whoever passes the transaction on could pay somebody
 * else.
 *
 * @throws {RpcError} −32603 if the transaction is another one
 */
export function checkTransaction({
  transaction,
  isTaproot,
  coins,
  outputs,
}: {
  transaction: Uint8Array
  /** Whether the coins are of a taproot address. */
  isTaproot: boolean
  coins: readonly Coin[]
  outputs: readonly Output[]
}): void {
  const { inputs, outputs: found, lockTime, witnesses } = RawTx.decode(transaction)
  const spent = inputs.map(({ txid, index }) => `${hex.encode(txid)}:${index}`)
  const created = found.map(({ script, amount }) => `${hex.encode(script)}:${amount}`)
  const isPlanned =
    isSame(
      spent,
      coins.map(({ txid, vout }) => `${txid}:${vout}`),
    ) &&
    isSame(
      created,
      outputs.map(({ script, amount }) => `${hex.encode(script)}:${amount}`),
    )
  const coversAll = inputs.every(({ finalScriptSig }, index) => {
    const signature = witnesses?.[index]?.[0] ?? firstPush(finalScriptSig)
    // Taproot signatures without a hash type cover everything.
    return (isTaproot && signature.length === 64) || signature.at(-1) === sighashAll
  })
  if (isPlanned && coversAll && lockTime === 0) return
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The wallet returned a different transaction from the one to sign. Nothing was sent.',
  })
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join()

/** The signature of a P2PKH input, which has no witness, is the first thing that its script pushes. */
const firstPush = (script: Uint8Array): Uint8Array => script.subarray(1, 1 + (script[0] ?? 0))

/** The hash type of a signature that covers all inputs and outputs. */
const sighashAll = 1

import { concatHex, type Hex, pad, toHex } from 'viem'
import { topics } from '../chains/evm/blocks/decodeTransfers.ts'

/*
 * Hand-written bytecode. Called with 128 bytes, each contract emits a log with the first three words as topics and the
 * fourth as data, so it can claim any transfer. Any other call has the effect described below.
 */
function contract(otherwise: string): Hex {
  const size = otherwise.length / 2
  const emitAt = (7 + size).toString(16).padStart(2, '0')
  // calldatasize == 128 ? jump : otherwise;  jumpdest; calldatacopy(0, 96, 32); log3(0, 32, word 0, word 1, word 2)
  return (`0x36608014${`60${emitAt}57`}${otherwise}5b602060606000376040356020356000356020` +
    '6000a300') as Hex
}

/** Reverts. */
export const reverter = contract('60006000fd')
/** Consumes all gas. */
export const burner = contract('fe')
/** Returns a megabyte of zeros. */
export const flooder = contract('620f42406000f3')
/** Returns 1 for every call: a balance of 1, 1 decimal, and a name that is not a string. */
export const liar = contract('600160005260206000f3')

/** The methods of a viem client that `emitTransfer` uses. */
type Client = {
  request(call: never): Promise<unknown>
  waitForTransactionReceipt(options: { hash: Hex; pollingInterval: number }): Promise<unknown>
}

/** Makes one of these contracts emit a transfer. */
export async function emitTransfer({
  client,
  token,
  from,
  to,
  amount,
  sender,
}: {
  client: Client
  token: Hex
  from: Hex
  to: Hex
  amount: bigint
  /** Who sends the transaction; an account the node has unlocked. */
  sender: Hex
}): Promise<Hex> {
  const data = concatHex([topics.transfer, pad(from), pad(to), toHex(amount, { size: 32 })])
  const transaction = { from: sender, to: token, data, gas: toHex(200_000) }
  const hash = (await client.request({
    method: 'eth_sendTransaction',
    params: [transaction],
  } as never)) as Hex
  await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  return hash
}

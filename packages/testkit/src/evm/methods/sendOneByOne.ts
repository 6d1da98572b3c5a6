import { readProperty } from '@portico/protocol'
import type { Hex } from 'viem'
import { signTransaction } from './signTransaction.ts'
import type { SendBatch } from './wallet_sendCalls.ts'

/** Milliseconds between two questions for a receipt. */
const pollMs = 50

/**
 * Sends each call as a transaction, after the receipt of the last. Resolves once the first one is sent. The others are left out
 * after one that is reverted.
 */
export const sendOneByOne: SendBatch = async (wallet, { batch, from, calls }) => {
  const { chainId } = batch
  const request = (method: string, params: unknown[]) => wallet.node({ chainId, method, params })
  const send = (call: (typeof calls)[number]) =>
    wallet.inTurn(async () => {
      const raw = await signTransaction(wallet, { chainId, from, ...call })
      batch.hashes.push((await request('eth_sendRawTransaction', [raw])) as Hex)
    })
  const isExecuted = async () => {
    for (;;) {
      const receipt = await request('eth_getTransactionReceipt', [batch.hashes.at(-1)])
      if (receipt) return readProperty(receipt, 'status') === '0x1'
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
  const [first, ...others] = calls
  await send(first as (typeof calls)[number])
  const sendOthers = async () => {
    for (const call of others) {
      if (!(await isExecuted())) return
      await send(call)
    }
  }
  void sendOthers()
    .catch(() => {})
    .finally(() => {
      batch.isOpen = false
      batch.isPartial = batch.hashes.length < calls.length
    })
}

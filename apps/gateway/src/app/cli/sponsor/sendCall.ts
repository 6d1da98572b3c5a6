import { BaseError } from '@portico/protocol'
import { formatEther, type Hex, WaitForTransactionReceiptTimeoutError } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { describeChainError } from './describeChainError.ts'
import type { OpenNetwork } from './openSponsorNetwork.ts'

/** Milliseconds until a command stops waiting for its transaction. */
const receiptTimeoutMs = 180_000

/** A transaction that a command sends. */
export type SponsorCall = { to: Hex; data: Hex; value: bigint }

/**
 * Says what a transaction will cost at most, sends it, and waits until it is included.
 *
 * @param say prints a line
 * @returns the hash of the transaction
 * @throws {BaseError} if it would fail, the account has too little, or it was not included in three minutes.
 */
export async function sendCall({
  network: { id: chain, chainId, client },
  account,
  call,
  say,
}: {
  network: OpenNetwork
  account: PrivateKeyAccount
  call: SponsorCall
  say: (line: string) => void
}): Promise<Hex> {
  try {
    const balance = await client.getBalance({ address: account.address })
    if (balance < call.value)
      throw new BaseError(
        `${account.address} has ${formatEther(balance)} on ${chain}, less than ${formatEther(call.value)}.`,
      )
    const request = await client.prepareTransactionRequest({ account, chain: null, chainId, ...call })
    const { gas, maxFeePerGas, gasPrice } = request as {
      gas: bigint
      maxFeePerGas?: bigint
      gasPrice?: bigint
    }
    const fee = gas * (maxFeePerGas ?? gasPrice ?? 0n)
    say(
      `Paid by ${account.address}, which has ${formatEther(balance)}: a fee of at most ${formatEther(fee)}.`,
    )
    if (balance < call.value + fee)
      throw new BaseError(
        `${account.address} needs ${formatEther(call.value + fee)} on ${chain} for amount and fee.`,
      )
    const hash = await client.sendRawTransaction({
      serializedTransaction: await account.signTransaction(request as never),
    })
    say(`Sent ${hash}.`)
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: receiptTimeoutMs })
    if (status !== 'success') throw new BaseError(`The transaction ${hash} failed.`)
    return hash
  } catch (error) {
    if (error instanceof WaitForTransactionReceiptTimeoutError)
      throw new BaseError(
        'The transaction is not included yet. Look for it before you run the command again, or it is done twice.',
      )
    throw describeChainError({ chain, error })
  }
}

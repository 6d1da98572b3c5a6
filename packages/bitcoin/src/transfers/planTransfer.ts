import type { Transfer, TransferPlan, TransferRefusal, TransferSpeed } from '@portico/core'
import { addressScript } from '../parsing/addressScript.ts'
import { throwInvalidParams } from '../provider/throwRpcError.ts'
import type { Output } from '../spending/buildPsbt.ts'
import type { Coin } from '../spending/Coin.ts'
import { dustLimit } from '../spending/dustLimit.ts'
import { readOwnCoins } from '../spending/readCoins.ts'
import { readFeeRate } from '../spending/readFeeRate.ts'
import { type Selection, selectCoins } from '../spending/selectCoins.ts'
import type { TransferSource } from './toTransferSource.ts'
import { toTransferWallet } from './toTransferWallet.ts'

/** How a transfer is sent: by the wallet, which chooses coins and fee, or from these coins with these outputs. */
export type TransferRequest = 'wallet' | { coins: readonly Coin[]; outputs: readonly Output[] }

/**
 * Reads what a transfer costs, and whether the coins pay it. With a speed or for the maximum, exactly the planned coins are
 * spent; otherwise a wallet that can send by itself chooses, and the fee is an estimate.
 *
 * @throws {RpcError} −32602 for an address of another network
 */
export async function planTransfer(
  source: TransferSource,
  {
    provider,
    transfer,
    isMaximum = false,
    speed,
  }: {
    provider: unknown
    transfer: Transfer
    isMaximum?: boolean | undefined
    speed?: TransferSpeed | undefined
  },
): Promise<TransferPlan> {
  const { network, urls, customUrls } = source
  const { from, to, token, nft, amount } = transfer
  const [own, recipient] = [addressScript(from, network), addressScript(to, network)]
  if (!own || !recipient) return throwInvalidParams(`A transfer needs two addresses on Bitcoin ${network}.`)
  const wallet = toTransferWallet(provider, { from, network })
  const refuse = (refusal: TransferRefusal, fee = 0n): TransferPlan => ({
    transfer,
    fee,
    refusal,
    notes: [],
    request: undefined,
  })
  if (token !== undefined || nft || wallet.isOrdinal) return refuse('not-transferable')
  const [coins, rate] = await Promise.all([
    readOwnCoins({ urls, customUrls, address: from }),
    readFeeRate({ ...source, speed }),
  ])
  const select = (units: bigint) =>
    selectCoins({ coins, from: own, to: recipient, amount: units, rate, isAll: isMaximum })
  if (amount < dustLimit(recipient)) return refuse('too-small', select(dustLimit(recipient))?.fee)
  const selection = select(amount)
  const total = coins.reduce((sum, { value }) => sum + value, 0n)
  if (!selection) return total < amount ? refuse('fails') : refuse('no-fee')
  const isOwn = wallet.pay && !isMaximum && speed === undefined
  return {
    transfer,
    fee: selection.fee,
    notes: [],
    request: (isOwn ? 'wallet' : toRequest({ selection, amount, own, recipient })) satisfies TransferRequest,
  }
}

function toRequest({
  selection: { coins, change },
  amount,
  own,
  recipient,
}: {
  selection: Selection
  amount: bigint
  own: Uint8Array
  recipient: Uint8Array
}): TransferRequest {
  const payment = { script: recipient, amount }
  return { coins, outputs: change > 0n ? [payment, { script: own, amount: change }] : [payment] }
}

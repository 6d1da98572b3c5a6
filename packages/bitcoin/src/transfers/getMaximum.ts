import type { TransferSpeed } from '@portico/core'
import { addressScript } from '../parsing/addressScript.ts'
import { throwInvalidParams } from '../provider/throwRpcError.ts'
import { dustLimit } from '../spending/dustLimit.ts'
import { readOwnCoins } from '../spending/readCoins.ts'
import { readFeeRate } from '../spending/readFeeRate.ts'
import { spendableAmount } from '../spending/selectCoins.ts'
import type { TransferSource } from './toTransferSource.ts'

/**
 * Returns how much is left for the recipient when all own coins are spent without change, in satoshi. 0n if that is less than nodes
 * pass on. Never more than `balance` minus the fee.
 */
export async function getMaximum(
  source: TransferSource,
  {
    from,
    to = from,
    balance,
    speed,
  }: { from: string; to?: string | undefined; balance: bigint; speed?: TransferSpeed | undefined },
): Promise<bigint> {
  const { network, urls, customUrls } = source
  const [own, recipient] = [addressScript(from, network), addressScript(to, network)]
  if (!own || !recipient) return throwInvalidParams(`A transfer needs two addresses on Bitcoin ${network}.`)
  const [coins, rate] = await Promise.all([
    readOwnCoins({ urls, customUrls, address: from }),
    readFeeRate({ ...source, speed }),
  ])
  const total = coins.reduce((sum, { value }) => sum + value, 0n)
  const most = spendableAmount({ coins, from: own, to: recipient, rate }) - larger(total - balance, 0n)
  return most >= dustLimit(recipient) ? most : 0n
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

import type { RpcClient, TransferSpeed } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { readQuantity } from './readQuantity.ts'

/** What a network charges for a unit of gas, in wei. */
export interface Fees {
  /** What the last block charged without a tip. */
  base: bigint
  /** What the block's producer gets. The whole price on networks without a base fee (EIP-1559). */
  tip: bigint
  /** The most that is paid: twice the base fee leaves room for six full blocks. */
  highest: bigint
  /** Whether the network has a base fee. */
  hasBase: boolean
}

/** The percentile of the tips in a block, for each speed. */
const percentiles = { slow: 10, standard: 50, fast: 90 } as const satisfies Record<TransferSpeed, number>
/** How many blocks are looked at. */
const blocks = '0xa'

/**
 * Reads what the network charges per unit of gas. With a speed, the tip is the median of that percentile in the last ten blocks;
 * without one it is what the node suggests. A network without a base fee has one price, whatever the speed.
 */
export async function readFees(client: RpcClient, speed?: TransferSpeed | undefined): Promise<Fees> {
  const block = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const latest = readProperty(block, 'baseFeePerGas')
  if (latest === undefined || latest === null) {
    const price = readQuantity(await client.request({ method: 'eth_gasPrice' }))
    return { base: 0n, tip: price, highest: price, hasBase: false }
  }
  const base = readQuantity(latest)
  const tip = (speed && (await readTip(client, speed))) ?? (await readSuggestedTip(client))
  return { base, tip, highest: 2n * base + tip, hasBase: true }
}

async function readSuggestedTip(client: RpcClient): Promise<bigint> {
  return readQuantity(await client.request({ method: 'eth_maxPriorityFeePerGas' }))
}

/** Reads the tip of a speed; undefined if the last blocks were empty. */
async function readTip(client: RpcClient, speed: TransferSpeed): Promise<bigint | undefined> {
  const params = [blocks, 'latest', [percentiles[speed]]]
  const history = await client.request({ method: 'eth_feeHistory', params })
  const rewards = readProperty(history, 'reward')
  // The tips of a block without transactions are 0.
  const tips = (Array.isArray(rewards) ? rewards : [])
    .map((ofBlock) => readQuantity(readProperty(ofBlock, '0')))
    .filter((tip) => tip > 0n)
    .sort((a, b) => (a < b ? -1 : 1))
  return tips[tips.length >> 1]
}

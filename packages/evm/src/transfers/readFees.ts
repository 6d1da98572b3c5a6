import type { RpcClient } from '@portico/core'
import { readProperty } from '@portico/protocol'

/** What a network charges for gas, in wei: a price, or the two values of EIP-1559. */
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } | { gasPrice: bigint }

/** Contract of OP Stack networks that knows what they charge for publishing a transaction on Ethereum. */
const gasPriceOracle = '0x420000000000000000000000000000000000000f'
/** `getL1FeeUpperBound(uint256)`, with a size in bytes. */
const upperBound = '0xf1c7a58b'
/** No signed transfer is longer. */
const transferBytes = 200

/** Reads what the network charges per unit of gas: twice the base fee of the last block leaves room for full blocks. */
export async function readFees(client: RpcClient): Promise<Fees> {
  const block = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  const base = readProperty(block, 'baseFeePerGas')
  if (typeof base !== 'string')
    return { gasPrice: BigInt(`${await client.request({ method: 'eth_gasPrice' })}`) }
  const tip = BigInt(`${await client.request({ method: 'eth_maxPriorityFeePerGas' })}`)
  return { maxFeePerGas: 2n * BigInt(base) + tip, maxPriorityFeePerGas: tip }
}

/** Returns the highest price of a unit of gas, in wei. */
export const highestPrice = (fees: Fees): bigint => ('gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas)

/** Reads what an OP Stack network charges besides gas, in wei; 0n on other networks. */
export async function readDataFee(client: RpcClient): Promise<bigint> {
  const data = `${upperBound}${transferBytes.toString(16).padStart(64, '0')}`
  const fee = await client
    .request({ method: 'eth_call', params: [{ to: gasPriceOracle, data }, 'latest'] })
    .catch(() => '0x')
  return /^0x[0-9a-f]{64}$/i.test(`${fee}`) ? BigInt(`${fee}`) : 0n
}

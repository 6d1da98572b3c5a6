import type { RpcClient } from '@portico/core'
import { encodeCall } from './encodeCall.ts'

/** Contract of OP Stack networks that knows what they charge for publishing a transaction on Ethereum. */
const gasPriceOracle = '0x420000000000000000000000000000000000000f'
/** `getL1FeeUpperBound(uint256)`, with the size of the unsigned transaction in bytes. */
const upperBound = 'f1c7a58b'
/** No unsigned transfer is longer, without its data. */
const transferBytes = 130n

/**
 * Reads what an OP Stack network charges at most besides gas, in wei; 0n on other networks.
 *
 * @param data what the transaction calls, in hex
 */
export async function readDataFee(client: RpcClient, data = '0x'): Promise<bigint> {
  const size = transferBytes + BigInt(data.length / 2)
  const fee = await client
    .request({
      method: 'eth_call',
      params: [{ to: gasPriceOracle, data: encodeCall(upperBound, [size]) }, 'latest'],
    })
    .catch(() => '0x')
  return /^0x[0-9a-f]{64}$/i.test(`${fee}`) ? BigInt(`${fee}`) : 0n
}

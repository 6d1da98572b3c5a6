import type { RpcClient, Transfer } from '@portico/core'
import { isRefusedByNetwork } from './isRefusedByNetwork.ts'
import { readQuantity } from './readQuantity.ts'
import type { Call } from './toCall.ts'

/** Gas of a transfer of the coin to an account without code. */
const plainGas = 21_000n

/** What a transfer needs, and whether the network has executed it. */
export interface Estimate {
  /** The gas that the transfer needs. */
  gas: bigint
  /** The most gas that it may use: a quarter more than estimated, because what is not used is not charged. */
  limit: bigint
  /** `unknown`: the node could not tell, so `gas` is what such a transfer usually needs. */
  result: 'succeeds' | 'fails' | 'unknown'
}

/** Estimates the gas of a transfer. */
export async function estimateGas(client: RpcClient, call: Call, transfer: Transfer): Promise<Estimate> {
  try {
    return toEstimate(
      readQuantity(await client.request({ method: 'eth_estimateGas', params: [call] })),
      'succeeds',
    )
  } catch (error) {
    return toEstimate(usualGas(transfer), isRefusedByNetwork(error) ? 'fails' : 'unknown')
  }
}

const toEstimate = (gas: bigint, result: Estimate['result']): Estimate => ({
  gas,
  limit: gas === plainGas ? gas : (gas * 5n + 3n) / 4n,
  result,
})

function usualGas({ token, nft }: Transfer): bigint {
  if (nft) return 200_000n
  return token === undefined ? plainGas : 100_000n
}

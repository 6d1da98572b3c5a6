import type { RpcClient } from '@portico/core'
import { isRefusedByNetwork } from './isRefusedByNetwork.ts'

/** `decimals()` of ERC-20. */
const decimals = '0x313ce567'

/**
 * Reads the decimals of a token. Returns undefined for a contract that has none, which hardly is a token.
 *
 * @throws {RpcError} if the node cannot tell
 */
export async function readDecimals(client: RpcClient, contract: string): Promise<number | undefined> {
  const answer = await client
    .request({ method: 'eth_call', params: [{ to: contract, data: decimals }, 'latest'] })
    .catch((error: unknown) => {
      if (isRefusedByNetwork(error)) return '0x'
      throw error
    })
  return /^0x0{62}[0-9a-f]{2}$/i.test(`${answer}`) ? Number(answer) : undefined
}

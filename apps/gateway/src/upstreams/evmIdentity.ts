import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { NodeIdentity } from './NodeIdentity.ts'

/** EVM nodes say the chain id. */
export function evmIdentity(chain: CaipNetworkId): NodeIdentity {
  const expected = BigInt(parseCaipNetworkId(chain).reference)
  return {
    method: 'eth_chainId',
    params: '[]',
    isOurs: (result) =>
      typeof result === 'string' && /^0x[0-9a-f]{1,16}$/i.test(result)
        ? BigInt(result) === expected
        : undefined,
  }
}

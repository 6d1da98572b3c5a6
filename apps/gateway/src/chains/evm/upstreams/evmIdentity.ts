import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import type { UpstreamIdentity } from '../../shared/upstreams/UpstreamIdentity.ts'

/** Verifies an EVM upstream by `eth_chainId`. */
export function evmIdentity(chain: CaipNetworkId): UpstreamIdentity {
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

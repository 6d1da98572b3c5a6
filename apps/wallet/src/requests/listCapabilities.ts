import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../session/WalletSession.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

/**
 * Answers `wallet_getCapabilities` for each requested network, or for the chosen one: the wallet lists the assets of its account
 * (`wallet_getAssets`). An externally owned account has none of the capabilities of EIP-5792.
 *
 * @throws {RpcError} 4100 for another account
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export function listCapabilities(
  [address, chainIds]: readonly unknown[],
  session: Pick<WalletSession, 'address' | 'chainId'>,
): Record<string, object> {
  if (typeof address === 'string' && address.toLowerCase() !== session.address.toLowerCase())
    throw new RpcError({
      rpcCode: rpcErrorCodes.unauthorized,
      message: 'The capabilities are of another account than the one that is connected.',
    })
  const chosen = `0x${BigInt(session.chainId('eip155').slice('eip155:'.length)).toString(16)}`
  const asked: unknown = chainIds ?? [chosen]
  if (!Array.isArray(asked) || asked.length > 100 || !asked.every(isQuantity))
    throw new RequestRefusedError({
      reason: 'wallet_getCapabilities takes [address, chainIds] with chain IDs in hex.',
    })
  return Object.fromEntries(asked.map((id) => [id, { assetDiscovery: { supported: true } }]))
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value)
}

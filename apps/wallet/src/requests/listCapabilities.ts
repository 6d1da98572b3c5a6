import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { AskContext } from './Ask.ts'
import type { BatchNetwork } from './createBatchNetworks.ts'
import { permissionCapability } from './permissions/permissionCapability.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readDelegation } from './readDelegation.ts'

/**
 * Answers `wallet_getCapabilities` for each requested network, or for the chosen one: the wallet lists the assets of its account
 * (`wallet_getAssets`), and can make several calls, all or none, where the gateway says so. The first batch upgrades the account. With
 * the type `eoa` there are no capabilities.
 *
 * @throws {RpcError} 4100 for another account
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export async function listCapabilities(
  [address, chainIds]: readonly unknown[],
  {
    session,
    rpc,
    batchNetworks,
    accountType,
  }: Pick<AskContext, 'session' | 'rpc' | 'batchNetworks' | 'accountType'>,
): Promise<Record<string, object>> {
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
  if ((await accountType()) === 'eoa') return {}
  // Without an answer of the gateway, batches are not promised.
  const networks = await batchNetworks().catch(() => new Map<string, BatchNetwork>())
  return Object.fromEntries(
    await Promise.all(
      asked.map(async (id) => {
        const chainId = `eip155:${BigInt(id)}`
        const network = networks.get(chainId)
        const batches = network ? await readBatches({ rpc, chainId, address: session.address }, network) : {}
        return [id, { assetDiscovery: { supported: true }, ...batches }]
      }),
    ),
  )
}

/**
 * `atomicBatch` is the name of an older version. An account with the code of another wallet has no batches. `paymasterService`: the project
 * may pay; no other paymaster does.
 */
async function readBatches(
  account: Parameters<typeof readDelegation>[0],
  { sponsor }: BatchNetwork,
): Promise<object> {
  const delegation = await readDelegation(account).catch(() => 'foreign')
  if (delegation === 'foreign') return {}
  return {
    atomic: { status: delegation === 'own' ? 'supported' : 'ready' },
    atomicBatch: { supported: true },
    permissions: permissionCapability,
    ...(sponsor ? { paymasterService: { supported: true } } : {}),
  }
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value)
}

import type { AskContext } from '../Ask.ts'
import { permissionTypes } from './permissionTypes.ts'
import { toHexId } from './toHexId.ts'

/** Answers `wallet_getSupportedExecutionPermissions`: nothing where the account is no smart account. */
export async function listPermissionTypes({
  batchNetworks,
  accountType,
}: Pick<AskContext, 'batchNetworks' | 'accountType'>): Promise<object> {
  if ((await accountType()) === 'eoa') return {}
  const chainIds = [...(await batchNetworks()).keys()].map(toHexId)
  if (chainIds.length === 0) return {}
  return Object.fromEntries(
    Object.entries(permissionTypes).map(([type, ruleTypes]) => [type, { chainIds, ruleTypes }]),
  )
}

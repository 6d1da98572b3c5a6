import { garbageAccounts } from './garbageAccounts.ts'
import { garbageChainIds } from './garbageChainIds.ts'
import { garbageErrors } from './garbageErrors.ts'

/** Events with invalid payloads: `[event, payload]`. */
export const garbageEvents: readonly (readonly [string, unknown])[] = [
  ...Object.values(garbageAccounts).map((payload) => ['accountsChanged', payload] as const),
  ...Object.values(garbageChainIds).map((payload) => ['chainChanged', payload] as const),
  ...Object.values(garbageChainIds).map((chainId) => ['connect', { chainId }] as const),
  ...Object.values(garbageErrors).map((payload) => ['connect', payload] as const),
  ...Object.values(garbageErrors).map((payload) => ['disconnect', payload] as const),
]

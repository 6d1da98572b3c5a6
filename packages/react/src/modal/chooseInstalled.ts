import type { InstalledWallet } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'
import { requestConnection } from './attempts.ts'

/**
 * Handles the choice of an installed wallet: asks for the namespace if the wallet supports several, and otherwise
 * connects.
 */
export function chooseInstalled(scope: KitScope, wallet: InstalledWallet): void {
  const [first, second] = wallet.members
  if (second) scope.router.push({ name: 'connecting-multi-chain', connectorId: wallet.id })
  else if (first) void requestConnection(scope, first)
}

import type { InstalledWallet } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { askToConnect } from './attempts.ts'

/** A wallet of this browser was picked: one of several families asks which, any other is asked to connect at once. */
export function chooseInstalled(scope: KitScope, wallet: InstalledWallet): void {
  const [first, second] = wallet.members
  if (second) scope.router.push({ name: 'connecting-multi-chain', connectorId: wallet.id })
  else if (first) void askToConnect(scope, first)
}

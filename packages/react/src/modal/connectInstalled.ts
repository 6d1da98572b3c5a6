import { type ConnectorDetails, connect } from '@portico/core'
import type { KitScope } from '../kit/KitContext.ts'
import { askWallet } from './attempts.ts'
import { connectKey } from './connectKey.ts'

/** Asks a wallet of this browser to connect, inside the tap. */
export function connectInstalled(scope: KitScope, { id, namespace }: ConnectorDetails): void {
  void askWallet(scope, {
    key: connectKey({ id, namespace }),
    view: { name: 'connecting-external', connectorId: id, namespace },
    run: () => connect(scope.kit, { connectorId: id, namespace }),
  })
}

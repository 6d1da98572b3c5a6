import type { NamespaceId } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import type { State } from '../state.ts'
import type { Connector } from './connector.ts'
import { getConnector } from './getConnector.ts'

/**
 * Resolves with the connector once its wallet announces itself, or undefined when `isWanted` becomes false before.
 */
export function waitForConnector(
  kit: Kit,
  {
    namespace,
    connectorId,
    isWanted,
  }: { namespace: NamespaceId; connectorId: string; isWanted: (state: State) => boolean },
): Promise<Connector | undefined> {
  const find = () => getConnector(kit, namespace, connectorId)
  return new Promise((resolve) => {
    const unsubscribe = kit.store.subscribe(check)
    check()
    function check() {
      if (!find() && isWanted(kit.store.getState())) return
      unsubscribe()
      resolve(find())
    }
  })
}

import type { Connected, Kit } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'

/**
 * Returns a function that returns the connection that was made since `watchConnected` was called, if any. It must be
 * called after every change of the kit's state, because connecting the same account again is seen by the steps between.
 *
 * Without a `namespace`, the active one is expected; once `isClosed`, a connection of any other will do: the visitor may
 * have chosen a wallet that has none of the expected namespace.
 */
export function watchConnected(
  { store, namespaces }: Kit,
  namespace?: NamespaceId | undefined,
): (parameters: { isClosed: boolean }) => Connected | undefined {
  const expected = namespace ?? store.getState().activeNamespace
  const made = new Map<NamespaceId, Connected>()
  const accounts = new Map<NamespaceId, string | undefined>()
  const update = () => {
    for (const id of namespace ? [namespace] : namespaces.keys()) {
      const connection = store.getState().connections[id]
      // Still connected while another wallet is asked.
      if (connection?.status === 'connected' && connection.next) continue
      const connected = connection?.status === 'connected' ? connection : undefined
      const account = connected && `${connected.connectorId} ${connected.address}`
      if (connected && account !== accounts.get(id)) made.set(id, connected)
      accounts.set(id, account)
    }
  }
  update()
  made.clear()
  return ({ isClosed }) => {
    update()
    return made.get(expected) ?? (isClosed ? [...made.values()][0] : undefined)
  }
}

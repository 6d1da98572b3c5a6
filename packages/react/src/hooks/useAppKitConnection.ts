import { getConnected } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { useCallback, useState } from 'react'
import type { AppKitConnection } from '../connections/toConnections.ts'
import { useAppKitConnections } from './useAppKitConnections.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'

/** What a change of connections did, with the account that is active afterwards, if any. */
export interface ConnectionChange {
  namespace: NamespaceId
  address: string | undefined
  hasSwitchedAccount: boolean
  hasSwitchedWallet: boolean
  hasDeletedWallet: boolean
}

export interface UseAppKitConnectionParameters {
  /** Default: the active namespace. */
  namespace?: NamespaceId | undefined
  onSuccess?: ((change: ConnectionChange) => void) | undefined
  onError?: ((error: unknown) => void) | undefined
}

export interface UseAppKitConnectionReturnType {
  /** The active connection of the namespace. */
  connection: AppKitConnection | undefined
  /** Whether a wallet is being switched to or disconnected. */
  isPending: boolean
  /** Makes a connection, or one of its accounts, the active one. Failures are passed to `onError`. */
  switchConnection(parameters: {
    connection: Pick<AppKitConnection, 'connectorId'>
    address?: string | undefined
  }): Promise<void>
  /** Removes an account of a wallet; disconnects the wallet if it is connected. Failures are passed to `onError`. */
  deleteConnection(parameters: { address: string; connectorId: string }): Promise<void>
}

/**
 * Returns the active connection of a namespace, and functions that switch to another one or remove one. Needs
 * `features.multiWallet`, see `useAppKitConnections`.
 *
 * @example
 * import { useAppKitConnection, useAppKitConnections } from '@portico/react'
 *
 * const { connections } = useAppKitConnections()
 * const { switchConnection } = useAppKitConnection({ onError: console.error })
 * const [, second] = connections
 * if (second) await switchConnection({ connection: second })
 */
export function useAppKitConnection({
  namespace: requested,
  onSuccess,
  onError,
}: UseAppKitConnectionParameters = {}): UseAppKitConnectionReturnType {
  const appKit = useAppKitInstance()
  const { connections } = useAppKitConnections(requested)
  const [pending, setPending] = useState(0)
  const { store } = appKit.scope.kit

  const run = useCallback(
    async (change: (namespace: NamespaceId) => Promise<void>, hasDeletedWallet: boolean) => {
      const namespace = requested ?? store.getState().activeNamespace
      const before = getConnected(store.getState(), namespace)
      setPending((count) => count + 1)
      try {
        await change(namespace)
        const after = getConnected(store.getState(), namespace)
        const hasSwitchedWallet = before?.connectorId !== after?.connectorId
        onSuccess?.({
          namespace,
          address: after?.address,
          hasSwitchedAccount: !hasSwitchedWallet && before?.address !== after?.address,
          hasSwitchedWallet,
          hasDeletedWallet,
        })
      } catch (error) {
        onError?.(error)
      } finally {
        setPending((count) => count - 1)
      }
    },
    [store, requested, onSuccess, onError],
  )
  const switchConnection = useCallback<UseAppKitConnectionReturnType['switchConnection']>(
    (parameters) => run((namespace) => appKit.switchConnection({ ...parameters, namespace }), false),
    [appKit, run],
  )
  const deleteConnection = useCallback<UseAppKitConnectionReturnType['deleteConnection']>(
    (parameters) => run((namespace) => appKit.deleteConnection({ ...parameters, namespace }), true),
    [appKit, run],
  )
  const active = getConnected(store.getState(), requested)?.connectorId
  return {
    connection: connections.find(({ connectorId }) => connectorId === active),
    isPending: pending > 0,
    switchConnection,
    deleteConnection,
  }
}

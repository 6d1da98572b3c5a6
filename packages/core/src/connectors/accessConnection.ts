import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { nextAttempt } from '../actions/nextAttempt.ts'
import type { ConnectionEvent } from '../connection.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { Endpoint } from '../namespace.ts'
import { findNetwork } from '../selectors.ts'
import type { State } from '../state.ts'
import { rememberNetwork } from '../storage/rememberNetwork.ts'
import { dispatchConnection } from './dispatchConnection.ts'

/** Access to the connection of a namespace, for a namespace whose connection another store decides about. */
export interface ConnectionAccess {
  /** Returns the state of the kit. */
  getState(): State
  /** Calls back after each change of the state; returns the function that unsubscribes. */
  subscribe(listener: (state: State, before: State) => void): () => void
  /** Applies an event to the connection of the namespace. */
  dispatch(event: ConnectionEvent): void
  /** Returns the number of a new attempt, for the events `connect` and `connected`. */
  nextAttempt(): number
  /** Changes the network that the namespace would connect to. A network that the kit does not list is ignored. */
  setNetwork(networkId: CaipNetworkId): void
  /** Returns a network with its RPC URLs in the order of preference; undefined if the kit does not list it. */
  getEndpoint(networkId: CaipNetworkId): Endpoint | undefined
}

/** Gives access to the connection of a namespace of a kit. */
export function accessConnection(kit: Kit, namespace: NamespaceId): ConnectionAccess {
  const { store } = kit
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    dispatch: (event) => void dispatchConnection(kit, namespace, event),
    nextAttempt,
    setNetwork(networkId) {
      const state = store.getState()
      if (!findNetwork(state, networkId) || state.activeNetworkIds[namespace] === networkId) return
      store.setState({ activeNetworkIds: { ...state.activeNetworkIds, [namespace]: networkId } })
      rememberNetwork(kit, namespace)
    },
    getEndpoint: (networkId) => getEndpoint(kit, networkId),
  }
}

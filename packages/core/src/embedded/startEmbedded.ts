import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import type { FrameEvent } from '@portico/protocol/frame'
import { addConnectors } from '../connectors/addConnectors.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { getConnected, getNetworkId } from '../selectors.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import { createAuthConnector } from './createAuthConnector.ts'
import { createEmailLogin } from './createEmailLogin.ts'
import { createEmailUpdate } from './createEmailUpdate.ts'
import { createFrameHost } from './createFrameHost.ts'
import { createLoginSteps } from './createLoginSteps.ts'
import type { Embedded } from './Embedded.ts'
import { initialEmbeddedState } from './embeddedState.ts'
import { embeddedStore } from './embeddedStore.ts'
import { hasEmbedded } from './hasEmbedded.ts'
import { loginStorageKeys } from './loginStorage.ts'

const instances = new WeakMap<Kit, Embedded>()

export interface StartEmbeddedParameters {
  /** Adds the frame to the page, where it must stay: an iframe that is moved in the document reloads. */
  mount(element: HTMLIFrameElement): void | Promise<void>
  /** Called when Escape is pressed inside the frame. */
  onCloseRequested?: (() => void) | undefined
}

/**
 * Adds the embedded wallet to the connectors of a kit and returns its methods; later calls return the same object.
 * The frame is opened on first use: by a login, or by a connection that is restored.
 *
 * @returns undefined when the application has not set `walletUrl`, or has no Ethereum adapter
 * @example
 * import { startEmbedded } from '@portico/core/embedded'
 * const embedded = startEmbedded(kit, { mount: (frame) => document.body.append(frame) })
 * await embedded?.logIn('ada@example.org')
 */
export function startEmbedded(
  kit: Kit,
  { mount, onCloseRequested }: StartEmbeddedParameters,
): Embedded | undefined {
  const existing = instances.get(kit)
  if (existing || !hasEmbedded(kit)) return existing
  const { store, storage } = kit
  const state = embeddedStore(kit)
  state.set({
    email: storage.getItem(loginStorageKeys.email) ?? undefined,
    userName: storage.getItem(loginStorageKeys.username) ?? undefined,
  })

  function getFrameNetworkId(): CaipNetworkId {
    const stored = storage.getItem(loginStorageKeys.chain)
    const active = getNetworkId(store.getState(), authNamespace)
    return active ?? (stored !== null && isCaipNetworkId(stored) ? stored : `${authNamespace}:1`)
  }

  /** Deletes what is stored of a login that has ended, and disconnects. */
  function forgetLogin(): void {
    for (const key of ['isUsed', 'email', 'chain', 'username'] as const)
      storage.removeItem(loginStorageKeys[key])
    state.set({ ...initialEmbeddedState, surface: state.get().surface })
    const connected = getConnected(store.getState(), authNamespace)
    if (connected?.connectorId === authConnectorId)
      dispatchConnection(kit, authNamespace, { type: 'disconnect' })
  }

  function onEvent(event: FrameEvent): void {
    if (event.type === 'SURFACE') state.set({ surface: event.payload })
    else if (event.type === 'LOGIN_CANCELLED') steps.cancelCode()
    else if (event.type === 'DISCONNECTED') forgetLogin()
    else if (event.type === 'CLOSE_REQUESTED') onCloseRequested?.()
  }

  const host = createFrameHost({ kit, mount, getNetworkId: getFrameNetworkId, onEvent })
  const steps = createLoginSteps({ kit, getFrame: host.getFrame, onStuck: host.reload })
  const { connector, abortRequests } = createAuthConnector({
    kit,
    getFrame: host.getFrame,
    getNetworkId: getFrameNetworkId,
    onLoggedOut: forgetLogin,
    onUser: state.set,
    onRequests: (requests) => state.set({ requests }),
  })
  const embedded: Embedded = {
    place: host.place,
    focus: host.focus,
    syncTheme: host.syncTheme,
    ...createEmailLogin({ kit, steps, state, getNetworkId: getFrameNetworkId }),
    ...createEmailUpdate({ kit, steps, state }),
    abortRequests,
  }
  instances.set(kit, embedded)
  addConnectors(kit, [connector])
  return embedded
}

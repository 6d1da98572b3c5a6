import { type CaipNetworkId, isCaipNetworkId, type NamespaceId } from '@portico/protocol'
import { type FrameEvent, frameLimits } from '@portico/protocol/frame'
import { socialProvider } from '@portico/protocol/social'
import { addConnectors } from '../connectors/addConnectors.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { getNetworkId } from '../selectors.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import { createAuthConnector } from './createAuthConnector.ts'
import { createAuthRequests } from './createAuthRequests.ts'
import { createEmailLogin } from './createEmailLogin.ts'
import { createEmailUpdate } from './createEmailUpdate.ts'
import { createFarcasterLogin } from './createFarcasterLogin.ts'
import { createFrameHost } from './createFrameHost.ts'
import { createLoginSteps } from './createLoginSteps.ts'
import { createSocialLogin } from './createSocialLogin.ts'
import type { Embedded } from './Embedded.ts'
import { embeddedAccess } from './embeddedAccess.ts'
import { initialEmbeddedState } from './embeddedState.ts'
import { embeddedStore } from './embeddedStore.ts'
import { hasEmbedded } from './hasEmbedded.ts'
import type { LoginProvider } from './LoginProvider.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { socialName } from './socialName.ts'

const instances = new WeakMap<Kit, Embedded>()

export interface StartEmbeddedParameters {
  /** Adds the frame to the page, where it must stay: an iframe that is moved in the document reloads. */
  mount(element: HTMLIFrameElement): void | Promise<void>
  /** Called when Escape is pressed inside the frame. */
  onCloseRequested?: (() => void) | undefined
}

/**
 * Adds the embedded wallet to the connectors of a kit, one for each namespace that it has accounts of, and returns its
 * methods; later calls return the same object.
 * The frame is opened on first use: by a login, or by a connection that is restored.
 *
 * @returns undefined when the application has not set `walletUrl`, or has no adapter for one of its namespaces
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
  const namespaces = [...kit.namespaces.values()].filter(({ id }) => hasEmbedded(kit, id))
  let loggingOut: Promise<void> | undefined
  state.set({
    email: storage.getItem(loginStorageKeys.email) ?? undefined,
    userName: storage.getItem(loginStorageKeys.username) ?? undefined,
  })

  /** Returns the network of a namespace. */
  function getNetworkIdOf(namespace: NamespaceId): CaipNetworkId {
    const stored = storage.getItem(loginStorageKeys.chain) ?? ''
    const isOwn = isCaipNetworkId(stored) && stored.startsWith(`${namespace}:`)
    return getNetworkId(store.getState(), namespace) ?? (isOwn ? stored : `${authNamespace}:1`)
  }

  /** Returns the networks of the frame: first that of the active namespace, or of the first that the wallet has accounts of. */
  function getFrameNetworkIds(): CaipNetworkId[] {
    const { activeNamespace, connections } = store.getState()
    const [first, ...others] = namespaces
      .map(({ id }) => id)
      .toSorted((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace))
    const connected = others.filter((id) => {
      const connection = connections[id]
      return connection?.status === 'connected' && connection.connectorId === authConnectorId
    })
    return [first ?? authNamespace, ...connected].map(getNetworkIdOf)
  }

  /** Stores the provider of the login, and shows its name as the wallet's. */
  function setSocial(social: LoginProvider | undefined): void {
    if (social) storage.setItem(loginStorageKeys.social, social)
    else storage.removeItem(loginStorageKeys.social)
    state.set({ social })
    const walletName = social && socialName(social)
    store.setState(({ connectors }) => ({
      connectors: connectors.map((details) =>
        details.id === authConnectorId ? { ...details, walletName } : details,
      ),
    }))
  }

  /** Deletes what is stored of a login that has ended, and disconnects. */
  function forgetLogin(): void {
    for (const key of ['isUsed', 'email', 'chain', 'username'] as const)
      storage.removeItem(loginStorageKeys[key])
    state.set({ ...initialEmbeddedState, surface: state.get().surface })
    setSocial(undefined)
    const { activeNamespace } = store.getState()
    // The active namespace last: it stays the active one when nothing else remains connected.
    const isActive = ({ id }: { id: NamespaceId }) => Number(id === activeNamespace)
    for (const { id } of namespaces.toSorted((a, b) => isActive(a) - isActive(b)))
      dispatchConnection(kit, id, { type: 'accounts', connectorId: authConnectorId, accounts: [] })
  }

  /** Logs out once, however many namespaces disconnect at the same time. */
  function logOut(): Promise<void> {
    loggingOut ??= endLogin().finally(() => {
      loggingOut = undefined
    })
    return loggingOut
  }

  async function endLogin(): Promise<void> {
    requests.abort()
    forgetLogin()
    const frame = await host.getFrame()
    await frame.request('SIGN_OUT', undefined, { timeout: frameLimits.signOutTimeout })
  }

  function onEvent(event: FrameEvent): void {
    if (event.type === 'SURFACE') state.set({ surface: event.payload })
    else if (event.type === 'LOGIN_CANCELLED') steps.cancelCode()
    else if (event.type === 'CODE_TIMED_OUT') steps.alertTimeout()
    else if (event.type === 'MAIL_SENT') setResendAt(event.payload.resendAt)
    else if (event.type === 'SOCIAL_RESULT') receiveSocialResult(event.payload)
    else if (event.type === 'DISCONNECTED') forgetLogin()
    else if (event.type === 'CLOSE_REQUESTED') onCloseRequested?.()
  }

  const host = createFrameHost({ kit, mount, getNetworkIds: getFrameNetworkIds, onEvent })
  const steps = createLoginSteps({ kit, getFrame: host.getFrame, onStuck: host.reload })
  const requests = createAuthRequests({
    getFrame: host.getFrame,
    onRequests: (waiting) => state.set({ requests: waiting }),
    onRefused(method) {
      kit.logger.error(`Requested RPC call is not allowed: ${method}`)
      kit.events.emit({ type: 'notice', notice: 'method-not-allowed' })
      requests.abort()
    },
  })
  const connectors = namespaces.map((namespace) =>
    createAuthConnector({
      kit,
      namespace,
      requests,
      getFrame: host.getFrame,
      getNetworkId: () => getNetworkIdOf(namespace.id),
      onLoggedOut: forgetLogin,
      logOut,
      onUserName: (userName) => state.set({ userName }),
    }),
  )
  const login = { kit, steps, state, getNetworkId: getNetworkIdOf, setSocial }
  const { setResendAt, ...emailLogin } = createEmailLogin(login)
  const { receiveSocialResult, connectSocial } = createSocialLogin(login)
  const embedded: Embedded = {
    place: host.place,
    focus: host.focus,
    syncTheme: host.syncTheme,
    ...emailLogin,
    connectSocial,
    ...createFarcasterLogin({ ...login, getFrame: host.getFrame }),
    ...createEmailUpdate({ kit, steps, state }),
    abortRequests: requests.abort,
  }
  instances.set(kit, embedded)
  embeddedAccess.set(kit, { getFrame: host.getFrame, approve: requests.approve })
  addConnectors(kit, connectors)
  const stored = storage.getItem(loginStorageKeys.social)
  const social = stored === 'farcaster' ? stored : socialProvider.safeParse(stored).data
  if (social) setSocial(social)
  return embedded
}

import { type CaipNetworkId, isCaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import type { Account } from '../connection.ts'
import type { Connector, ConnectorEvent } from '../connectors/connector.ts'
import { createEmitter } from '../events/createEmitter.ts'
import { type Kit, track } from '../kit.ts'
import type { EmbeddedNamespace, Namespace } from '../namespace.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import type { AuthRequests } from './createAuthRequests.ts'
import type { EmbeddedState } from './embeddedState.ts'
import { FrameRequestError } from './errors.ts'
import { evmEmbedded } from './evmEmbedded.ts'
import type { Frame } from './frame/openFrame.ts'
import { loginStorageKeys } from './loginStorage.ts'

export interface CreateAuthConnectorParameters {
  kit: Kit
  namespace: Namespace
  requests: AuthRequests
  getFrame(): Promise<Frame>
  /** Returns the network to connect to. */
  getNetworkId(): CaipNetworkId
  /** Called when the wallet answers that no user is logged in, or with an error. */
  onLoggedOut(): void
  /** Logs out, in the wallet and in all namespaces. */
  logOut(): Promise<void>
  /** Called with the user data that the wallet returns. */
  onUser(user: Pick<EmbeddedState, 'userName' | 'smartAccountDeployed'>): void
}

/** Creates the connector of the embedded wallet for one namespace, which sends its requests to the frame. */
export function createAuthConnector({
  kit,
  namespace,
  requests,
  getFrame,
  getNetworkId,
  onLoggedOut,
  logOut,
  onUser,
}: CreateAuthConnectorParameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  let address: string | undefined
  let networkId: CaipNetworkId | undefined
  /** Whether the frame was sent the account type the application prefers. */
  let isAccountTypeSent = false
  let parts: Promise<EmbeddedNamespace> | undefined
  let account: ReturnType<EmbeddedNamespace['createProvider']> | undefined

  const currentNetworkId = () => networkId ?? getNetworkId()

  async function load(): Promise<EmbeddedNamespace> {
    parts ??= namespace.embedded?.() ?? Promise.resolve(evmEmbedded)
    const loaded = await parts.catch((error: unknown) => {
      // Let the next use try again.
      parts = undefined
      throw error
    })
    account ??= loaded.createProvider({
      getAddress: () => address,
      getNetworkId: currentNetworkId,
      request: (call) => requests.send({ ...call, address, networkId: currentNetworkId() }),
      onTransaction: (hash, on) => events.emit({ type: 'transaction', hash, networkId: on }),
      subscribe: events.on,
    })
    return loaded
  }

  /** The account type the application prefers. Only `eip155` has more than one. */
  const preferredAccountType =
    namespace.id === authNamespace
      ? (kit.options.defaultAccountTypes?.[authNamespace] ?? 'smartAccount')
      : undefined

  function sendAccountType(frame: Frame): void {
    if (isAccountTypeSent || !preferredAccountType) return
    isAccountTypeSent = true
    // A wallet without smart accounts keeps using an EOA, whether or not this request succeeds.
    frame
      .request('SET_PREFERRED_ACCOUNT', { type: preferredAccountType }, { timeout: frameLimits.safeTimeout })
      .then(({ type }) =>
        track(kit, 'SET_PREFERRED_ACCOUNT_TYPE', { accountType: type, network: currentNetworkId() }),
      )
      .catch((error: unknown) => kit.logger.warn('The preferred account type could not be set.', error))
  }

  return {
    id: authConnectorId,
    name: 'Email',
    type: 'AUTH',
    namespace: namespace.id,
    async connect({ silent }) {
      const [frame, { isAddress }] = await Promise.all([getFrame(), load()])
      if (silent) {
        const options = { timeout: frameLimits.loginTimeout }
        const { isConnected } = await frame
          .request('IS_CONNECTED', undefined, options)
          .catch((error: unknown) => {
            // Without an answer the user may still be logged in: keep the login.
            if (error instanceof FrameRequestError || error instanceof RpcError) onLoggedOut()
            throw error
          })
        if (!isConnected) {
          onLoggedOut()
          return { accounts: [], networkId: getNetworkId() }
        }
      }
      const options = { timeout: frameLimits.unsafeTimeout }
      const user = await frame.request(
        'GET_USER',
        { chainId: getNetworkId(), ...(preferredAccountType && { preferredAccountType }) },
        options,
      )
      const isOwn = isCaipNetworkId(user.chainId) && user.chainId.startsWith(`${namespace.id}:`)
      if (!isOwn || !isAddress(user.address))
        throw new RpcError({
          rpcCode: rpcErrorCodes.internalError,
          message: 'The wallet returned no valid account.',
        })
      address = user.address
      networkId = user.chainId as CaipNetworkId
      kit.storage.setItem(loginStorageKeys.chain, networkId)
      kit.storage.setItem(loginStorageKeys.isUsed, 'true')
      if (user.email) kit.storage.setItem(loginStorageKeys.email, user.email)
      const { userName, smartAccountDeployed } = user
      if (userName) kit.storage.setItem(loginStorageKeys.username, userName)
      // Without a name here, that of the login stays.
      onUser({ ...(userName && { userName }), smartAccountDeployed })
      sendAccountType(frame)
      const own = { address: user.address, type: user.preferredAccountType ?? 'eoa' }
      const accounts = (user.accounts ?? [own]).map(({ address, type }): Account => ({ address, type }))
      // The address is there once for each type that the account can have: the first one is used.
      const first = accounts.find((account) => account.address === address)
      return { accounts: first ? [first] : [], networkId }
    },
    async disconnect() {
      address = undefined
      await logOut()
    },
    async switchNetwork({ network }) {
      const frame = await getFrame()
      const options = { timeout: frameLimits.loginTimeout }
      const { chainId } = await frame.request('SWITCH_NETWORK', { chainId: network.caipNetworkId }, options)
      if (chainId !== network.caipNetworkId)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message: `The wallet did not switch: it is on ${chainId}.`,
        })
      networkId = network.caipNetworkId
      kit.storage.setItem(loginStorageKeys.chain, networkId)
      events.emit({ type: 'network', networkId })
    },
    async signMessage(message) {
      if (account) return account.signMessage(message)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'No account is logged in to the wallet.',
      })
    },
    getProvider: () => account?.provider,
    subscribe: events.on,
  }
}

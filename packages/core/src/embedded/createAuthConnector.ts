import { type CaipNetworkId, isCaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import { ConnectionAbandonedError } from '../connectErrors.ts'
import type { Connector, ConnectorEvent } from '../connectors/connector.ts'
import { createEmitter } from '../events/createEmitter.ts'
import type { Kit } from '../kit.ts'
import type { EmbeddedNamespace, Namespace } from '../namespace.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import { createAccountType } from './createAccountType.ts'
import type { AuthRequests } from './createAuthRequests.ts'
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
  /** Called with the name that the wallet returns for the user. */
  onUserName(userName: string): void
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
  onUserName,
}: CreateAuthConnectorParameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  let address: string | undefined
  /** How often the visitor has logged out: what the wallet was asked before has no effect after that. */
  let logouts = 0
  let networkId: CaipNetworkId | undefined
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
      async request(call) {
        if (call.method === 'wallet_showCallsStatus') return showCalls(call.params)
        const answer = await requests.send({ ...call, address, networkId: currentNetworkId() })
        accountType?.onAnswer(call.method, answer)
        return answer
      },
      onTransaction: (hash, on) => events.emit({ type: 'transaction', hash, networkId: on }),
      subscribe: events.on,
    })
    return loaded
  }

  /** Has the modal show calls, which the frame must know: 5730 if it does not. */
  async function showCalls(params: unknown): Promise<null> {
    if (!kit.store.getState().settings.features.history)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: 'The application shows no activity.',
      })
    const call = { method: 'wallet_getCallsStatus', params, address, networkId: currentNetworkId() }
    await requests.send(call)
    kit.events.emit({ type: 'show-calls', id: (params as readonly string[])[0] ?? '' })
    return null
  }

  const accountType =
    namespace.id === authNamespace
      ? createAccountType({
          ...{ kit, getFrame, getAddress: () => address, getNetworkId: currentNetworkId },
          onChange: (changed) => events.emit({ type: 'accounts', accounts: [changed] }),
        })
      : undefined

  return {
    id: authConnectorId,
    name: 'Email',
    type: 'AUTH',
    namespace: namespace.id,
    async connect({ silent }) {
      const before = logouts
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
      const user = await frame.request(
        'GET_USER',
        {
          chainId: getNetworkId(),
          ...(accountType && { preferredAccountType: accountType.wantedType() }),
        },
        { timeout: frameLimits.unsafeTimeout },
      )
      if (logouts !== before) throw new ConnectionAbandonedError()
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
      if (user.userName) {
        kit.storage.setItem(loginStorageKeys.username, user.userName)
        // Without a name here, that of the login stays.
        onUserName(user.userName)
      }
      const type = accountType?.readUser(user) ?? 'eoa'
      void accountType?.start()
      return { accounts: [{ address, type }], networkId }
    },
    async disconnect() {
      address = undefined
      logouts += 1
      await logOut()
    },
    async switchNetwork({ network }) {
      const frame = await getFrame()
      const options = { timeout: frameLimits.loginTimeout }
      const switched = await frame.request('SWITCH_NETWORK', { chainId: network.caipNetworkId }, options)
      if (switched.chainId !== network.caipNetworkId)
        throw new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message: `The wallet did not switch: it is on ${switched.chainId}.`,
        })
      networkId = network.caipNetworkId
      kit.storage.setItem(loginStorageKeys.chain, networkId)
      accountType?.readNetwork(switched)
      events.emit({ type: 'network', networkId })
    },
    async signMessage(message) {
      if (account) return account.signMessage(message)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'No account is logged in to the wallet.',
      })
    },
    ...(accountType && { setAccountType: accountType.choose }),
    getProvider: () => account?.provider,
    subscribe: events.on,
  }
}

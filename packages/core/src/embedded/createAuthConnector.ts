import { type CaipNetworkId, isCaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import type { Account } from '../connection.ts'
import type { Connector, ConnectorEvent } from '../connectors/connector.ts'
import { createEmitter } from '../events/createEmitter.ts'
import type { Kit } from '../kit.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import { createAuthProvider } from './createAuthProvider.ts'
import type { EmbeddedRequest, EmbeddedState } from './embeddedState.ts'
import type { Frame } from './frame/openFrame.ts'
import { loginStorageKeys } from './loginStorage.ts'

export interface CreateAuthConnectorParameters {
  kit: Kit
  getFrame(): Promise<Frame>
  /** Returns the network to connect to. */
  getNetworkId(): CaipNetworkId
  /** Called when the visitor has logged out, or the wallet reports that no user is logged in. */
  onLoggedOut(): void
  /** Called with what the wallet says of its user. */
  onUser(user: Pick<EmbeddedState, 'userName' | 'smartAccountDeployed'>): void
  /** Called with the requests that wait for the visitor, on every change. */
  onRequests(requests: readonly EmbeddedRequest[]): void
}

/** Creates the `eip155` connector of the embedded wallet, which sends its requests to the frame. */
export function createAuthConnector({
  kit,
  getFrame,
  getNetworkId,
  onLoggedOut,
  onUser,
  onRequests,
}: CreateAuthConnectorParameters) {
  const events = createEmitter<ConnectorEvent>()
  let address: string | undefined
  let networkId: CaipNetworkId | undefined
  /** Whether the frame was sent the account type the application prefers. */
  let isAccountTypeSent = false

  const auth = createAuthProvider({
    getFrame,
    onRequests,
    getAddress: () => address,
    getNetworkId: () => networkId ?? getNetworkId(),
    onTransaction: (hash, networkId) => events.emit({ type: 'transaction', hash, networkId }),
    onRefused(method) {
      kit.logger.error(`Requested RPC call is not allowed: ${method}`)
      kit.events.emit({ type: 'notice', notice: 'method-not-allowed' })
      auth.abortRequests()
    },
  })

  const connector: Connector = {
    id: authConnectorId,
    name: 'Email',
    type: 'AUTH',
    namespace: authNamespace,
    async connect({ silent }) {
      const frame = await getFrame()
      if (silent) {
        const { isConnected } = await frame.request('IS_CONNECTED', undefined, {
          timeout: frameLimits.loginTimeout,
        })
        if (!isConnected) {
          onLoggedOut()
          return { accounts: [], networkId: getNetworkId() }
        }
      }
      const options = { timeout: frameLimits.unsafeTimeout }
      const user = await frame.request('GET_USER', { chainId: getNetworkId() }, options)
      if (!isCaipNetworkId(user.chainId) || !/^0x[0-9a-fA-F]{40}$/.test(user.address))
        throw new RpcError({
          rpcCode: rpcErrorCodes.internalError,
          message: 'The wallet returned no valid account.',
        })
      address = user.address
      networkId = user.chainId
      kit.storage.setItem(loginStorageKeys.chain, networkId)
      kit.storage.setItem(loginStorageKeys.isUsed, 'true')
      if (user.email) kit.storage.setItem(loginStorageKeys.email, user.email)
      const userName = user.userName ?? undefined
      if (userName) kit.storage.setItem(loginStorageKeys.username, userName)
      onUser({ userName, smartAccountDeployed: user.smartAccountDeployed })
      if (!isAccountTypeSent) {
        isAccountTypeSent = true
        const type = kit.options.defaultAccountTypes?.[authNamespace] ?? 'smartAccount'
        // A wallet without smart accounts keeps using an EOA, whether or not this request succeeds.
        frame
          .request('SET_PREFERRED_ACCOUNT', { type }, { timeout: frameLimits.safeTimeout })
          .catch((error: unknown) => kit.logger.warn('The preferred account type could not be set.', error))
      }
      const accounts = user.accounts.map(({ address, type }): Account => ({ address, type }))
      return { accounts: accounts.filter((account) => account.address === address), networkId }
    },
    async disconnect() {
      address = undefined
      auth.abortRequests()
      onLoggedOut()
      const frame = await getFrame()
      await frame.request('SIGN_OUT', undefined, { timeout: frameLimits.signOutTimeout })
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
    },
    async signMessage({ message, address: signer }) {
      const bytes = new TextEncoder().encode(message)
      const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      const signature = await auth.provider.request({ method: 'personal_sign', params: [hex, signer] })
      if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature))
        throw new RpcError({
          rpcCode: rpcErrorCodes.internalError,
          message: 'The wallet returned an invalid signature.',
        })
      return signature
    },
    getProvider: () => auth.provider,
    subscribe: events.on,
  }
  return { connector, abortRequests: auth.abortRequests }
}

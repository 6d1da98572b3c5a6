import { type CaipNetworkId, isCaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { frameLimits } from '@portico/protocol/frame'
import type { Account } from '../connection.ts'
import type { Connector, ConnectorEvent } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { authConnectorId } from './authConnectorId.ts'
import { authNamespace } from './authNamespace.ts'
import { createAuthProvider } from './createAuthProvider.ts'
import type { EmbeddedRequest } from './embeddedState.ts'
import type { Frame } from './frame/openFrame.ts'
import { loginStorageKeys } from './loginStorage.ts'

export interface CreateAuthConnectorParameters {
  kit: Kit
  getFrame(): Promise<Frame>
  getChain(): CaipNetworkId
  /** The wallet says that nobody is logged in, or the visitor has logged out. */
  onForgotten(): void
  onRequests(requests: readonly EmbeddedRequest[]): void
}

/** The embedded wallet as a connector of `eip155`: what another wallet is asked over EIP-1193, it is asked over its port. */
export function createAuthConnector({
  kit,
  getFrame,
  getChain,
  onForgotten,
  onRequests,
}: CreateAuthConnectorParameters) {
  const subscribers = new Set<(event: ConnectorEvent) => void>()
  let address: string | undefined
  let networkId: CaipNetworkId | undefined
  /** The account type an application prefers is told to the wallet once. */
  let isTypeTold = false

  const emit = (event: ConnectorEvent) => {
    for (const subscriber of [...subscribers]) subscriber(event)
  }
  const auth = createAuthProvider({
    getFrame,
    onRequests,
    getAddress: () => address,
    getNetworkId: () => networkId ?? getChain(),
    onTransaction: (hash, networkId) => emit({ type: 'transaction', hash, networkId }),
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
          onForgotten()
          return { accounts: [], networkId: getChain() }
        }
      }
      const chain = getChain()
      const user = await frame.request('GET_USER', { chainId: chain }, { timeout: frameLimits.unsafeTimeout })
      if (!isCaipNetworkId(user.chainId) || !/^0x[0-9a-fA-F]{40}$/.test(user.address))
        throw new RpcError({
          rpcCode: rpcErrorCodes.internalError,
          message: 'The wallet answered without an account.',
        })
      address = user.address
      networkId = user.chainId
      kit.storage.setItem(loginStorageKeys.chain, networkId)
      kit.storage.setItem(loginStorageKeys.isUsed, 'true')
      if (user.email) kit.storage.setItem(loginStorageKeys.email, user.email)
      if (!isTypeTold) {
        isTypeTold = true
        const type = kit.options.defaultAccountTypes?.[authNamespace] ?? 'smartAccount'
        // A wallet that offers no such account answers with the one it has, or not at all: both are `eoa`.
        frame
          .request('SET_PREFERRED_ACCOUNT', { type }, { timeout: frameLimits.safeTimeout })
          .catch((error: unknown) => kit.logger.warn('The preferred account type was not taken.', error))
      }
      const accounts = user.accounts.map(({ address, type }): Account => ({ address, type }))
      return { accounts: accounts.filter((account) => account.address === address), networkId }
    },
    async disconnect() {
      address = undefined
      auth.abortRequests()
      onForgotten()
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
          message: `The wallet stayed on ${chainId}.`,
        })
      networkId = network.caipNetworkId
      kit.storage.setItem(loginStorageKeys.chain, networkId)
    },
    async signMessage({ message, address: signer }) {
      const bytes = new TextEncoder().encode(message)
      const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      const signature = await auth.provider.request({ method: 'personal_sign', params: [hex, signer] })
      if (typeof signature !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(signature))
        throw new RpcError({ rpcCode: rpcErrorCodes.internalError, message: 'The wallet signed badly.' })
      return signature
    },
    getProvider: () => auth.provider,
    subscribe(listener) {
      const entry = (event: ConnectorEvent) => listener(event)
      subscribers.add(entry)
      return () => subscribers.delete(entry)
    },
  }
  return { connector, abortRequests: auth.abortRequests }
}

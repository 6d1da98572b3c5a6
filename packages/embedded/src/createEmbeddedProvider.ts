import { getMethod, isRecord, ProviderRpcError, RpcError, rpcErrorCodes } from '@portico/protocol'
import { createEvents } from './createEvents.ts'
import type { EmbeddedOptions } from './EmbeddedOptions.ts'
import type { EmbeddedProvider } from './EmbeddedProvider.ts'
import { isUsed } from './embeddedStorage.ts'
import type { EmbeddedSession } from './startSession.ts'

/**
 * Creates an EIP-1193 provider of the embedded wallet, for applications with another wallet kit. `eth_requestAccounts` opens
 * a modal that asks for an e-mail address, and rejects with 4001 when the visitor closes it. Until then, and until the
 * wallet was used on this origin, no code is loaded and no frame opened.
 *
 * Create one per page. Requests of an application that also uses `createAppKit` belong to its own kit: set `walletUrl` there
 * instead.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 * @example
 * import { createEmbeddedProvider } from '@portico/embedded'
 *
 * const provider = createEmbeddedProvider({
 *   walletUrl: 'https://wallet.example.org',
 *   gatewayUrl: 'https://gateway.example.org',
 *   projectId: 'my-app',
 * })
 * const accounts = await provider.request({ method: 'eth_requestAccounts' })
 */
export function createEmbeddedProvider(options: EmbeddedOptions): EmbeddedProvider {
  const { emit, on, removeListener } = createEvents()
  let session: Promise<EmbeddedSession> | undefined

  function start(): Promise<EmbeddedSession> {
    if (typeof window === 'undefined') throw disconnected('The wallet is available in browsers only.')
    session ??= import('./startSession.ts')
      .then((file) => file.startSession(options, emit))
      .catch((error: unknown) => {
        // Let the next use try again.
        session = undefined
        throw error
      })
    return session
  }

  /** Returns the session if there is one, or one of an earlier visit to restore. */
  const resume = async () => (session || (typeof window !== 'undefined' && isUsed()) ? start() : undefined)
  const getAccounts = async () => (await resume())?.getAccounts() ?? []
  const getChainId = async () => (await resume())?.getChainId() ?? firstChainId(options)
  const requestAccounts = async () => (await start()).connect()
  const switchChain = async (params: unknown) => (await start()).switchChain(params)

  const answers: Record<string, (params: unknown) => Promise<unknown>> = {
    eth_accounts: getAccounts,
    eth_requestAccounts: requestAccounts,
    eth_chainId: async () => `0x${(await getChainId()).toString(16)}`,
    net_version: async () => String(await getChainId()),
    // EIP-2255, as far as kits use it for accounts.
    wallet_requestPermissions: async (params) => {
      if (!isAccountsPermission(params))
        throw invalidParams('Only the permission `eth_accounts` can be requested.')
      return toPermissions(await requestAccounts())
    },
    wallet_getPermissions: async () => toPermissions(await getAccounts()),
    // Any other parameters are those of ERC-7715, for the wallet itself.
    wallet_revokePermissions: async (params) =>
      isAccountsPermission(params) ? disconnect() : forward('wallet_revokePermissions', params),
    wallet_switchEthereumChain: switchChain,
    // The wallet takes RPC URLs from its own gateway only, so that a listed network is all that can be added.
    wallet_addEthereumChain: switchChain,
  }

  async function forward(method: string, params: unknown): Promise<unknown> {
    if (getMethod(method).safety === 'refused')
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: 'The wallet does not support this method.',
        details: method,
      })
    const provider = (await (await resume())?.getProvider()) ?? undefined
    if (!provider)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'No account is logged in to the wallet.',
      })
    return provider.request({ method, params })
  }

  async function disconnect(): Promise<null> {
    await (await resume())?.disconnect()
    return null
  }

  return {
    on,
    removeListener,
    async request(call) {
      try {
        const { method, params } = isRecord(call) ? call : {}
        if (typeof method !== 'string')
          throw new RpcError({
            rpcCode: rpcErrorCodes.invalidRequest,
            message: 'A request needs a `method`.',
          })
        const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
        return await (answer ? answer(params) : forward(method, params))
      } catch (error) {
        throw error instanceof ProviderRpcError ? error : new ProviderRpcError(error)
      }
    },
    async disconnect() {
      await disconnect()
    },
  }
}

const disconnected = (message: string) => new RpcError({ rpcCode: rpcErrorCodes.disconnected, message })
const invalidParams = (message: string) => new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message })

const firstChainId = ({ networks }: EmbeddedOptions): number => Number(networks?.[0]?.id ?? 1)

function isAccountsPermission(params: unknown): boolean {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  return isRecord(first) && Object.keys(first).length === 1 && Object.hasOwn(first, 'eth_accounts')
}

function toPermissions(accounts: readonly string[]): unknown[] {
  if (accounts.length === 0) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: accounts }]
  return [{ parentCapability: 'eth_accounts', invoker: location.origin, caveats }]
}

import { getMethod, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameResult } from '@portico/protocol/frame'
import type { Hex } from 'viem'
import { type Approver, createApprover } from '../approve/createApprover.ts'
import { holdLanguage } from '../language/language.ts'
import { loadLanguage } from '../language/loadLanguage.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import { createLock } from '../session/createLock.ts'
import { createRequestStore, type RequestStore } from '../session/createRequestStore.ts'
import type { LoginSignIn, SignedLogin } from '../session/LoginSignIn.ts'
import { memoryStorage } from '../session/memoryStorage.ts'
import type { SmartAccounts } from '../session/SmartAccounts.ts'
import type { WalletSession } from '../session/WalletSession.ts'
import type { Surface } from '../ui/Surface.ts'
import { openWalletWindow } from '../window/openWalletWindow.ts'
import type { Ask, AskContext } from './Ask.ts'
import { askConnect } from './askConnect.ts'
import { createBatchNetworks } from './createBatchNetworks.ts'
import { createLeases } from './createLeases.ts'
import { createPromptLimits } from './createPromptLimits.ts'
import { type ActiveRequest, createQueue } from './createQueue.ts'
import { createSmartAccounts } from './createSmartAccounts.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

/** A JSON-RPC request of the host page. */
export type WalletRequest = {
  /** 128 random bits. A repeated id is the same request. */
  id: string
  method: string
  params?: unknown
  /** CAIP-2 chain ID; the chosen network if absent. */
  chainId?: string | undefined
}

export interface Requests {
  /**
   * Handles a request: safe methods at once, others after the visitor's approval.
   *
   * @throws {RpcError} 4001 rejected or aborted, 4200 not supported, -32602 refused, -32005 too many
   */
  handle(request: WalletRequest): Promise<unknown>
  /**
   * Asks the visitor to turn smart-account features off on a network, whichever is chosen. Returns the hash of the transaction.
   *
   * @throws {RpcError} 4001 rejected or aborted, -32602 if there is nothing to turn off, -32005 too many
   */
  turnOffSmartAccount(request: { id: string; chainId: string }): Promise<Hex>
  /** Lists what the visitor has granted to this page (ERC-7715). */
  listPermissions(): Promise<FrameResult<'GET_PERMISSIONS'>['permissions']>
  /**
   * Asks the visitor to revoke a permission of that list. Returns the hash of the transaction.
   *
   * @throws {RpcError} -32602 if the list has none with this hash, 4001 rejected or aborted, -32005 too many
   */
  revokePermission(request: { id: string; hash: string }): Promise<Hex>
  /**
   * Asks the visitor to revoke all permissions on a network, those of other pages too. Returns the hash of the transaction.
   *
   * @throws {RpcError} 4200 on a network without smart accounts, 4001 rejected or aborted, -32005 too many
   */
  revokeAllPermissions(request: { id: string; chainId: string }): Promise<Hex>
  /** Asks whether this origin may see the account. @throws {RpcError} 4001 */
  connect(): Promise<void>
  /**
   * Signs in as part of a login, for which the visitor has just typed the code. @throws {RpcError} 4001 for a blocked page
   */
  signLogin(signIn: LoginSignIn): Promise<SignedLogin>
  /** Aborts every request that waits for the visitor; safe requests continue. */
  abortUnsafe(): void
  /** The visitor's smart account, as this page sees it. */
  readonly smartAccounts: SmartAccounts
  /** Number of requests that wait for the visitor, including the one that is shown. */
  pending(): number
}

/** Methods that the method table allows but this wallet does not support, with the reason. */
const unsupported: Readonly<Record<string, string>> = {
  wallet_showCallsStatus:
    'The wallet’s frame has no view of calls: the kit shows them. Read their status with wallet_getCallsStatus.',
}

const noSolanaAccount =
  'This wallet was imported as the private key of an Ethereum account, so it has no Solana account.'

// Lazy-loaded: what reads and describes requests is most of the frame's code, and nobody needs it to log in. One file for each kind of
// page: those that only have messages signed, or typed data, that send transactions, ask for permissions, or use Solana.
const loadMessages = () => import('./lazyMessages.ts')
const loadTypedData = () => import('./lazyTypedData.ts')
const loadAsks = () => import('./lazyAsks.ts')
const loadPermissions = () => import('./permissions/lazyPermissions.ts')
const loadSolana = () => import('./solana/lazySolana.ts')

/** Methods that need the visitor's approval. */
const asks: Readonly<Record<string, () => Promise<Ask>>> = {
  personal_sign: async () => (await loadMessages()).askMessage,
  eth_signTypedData_v4: async () => (await loadTypedData()).askTypedData,
  eth_sendTransaction: async () => (await loadAsks()).askTransaction,
  wallet_grantPermissions: async () => (await loadPermissions()).askPermission,
  wallet_requestExecutionPermissions: async () => (await loadPermissions()).askPermission,
  wallet_revokeExecutionPermission: async () => (await loadPermissions()).askRevocation,
  wallet_revokePermissions: async () => (await loadPermissions()).askRevocation,
  eth_sendUserOperation: async () => (await loadAsks()).askOperation,
  wallet_sendCalls: async () => (await loadAsks()).askCalls,
  solana_signMessage: async () => (await loadSolana()).askSolanaMessage,
  solana_signTransaction: async () => (await loadSolana()).askSolanaSign,
  solana_signAllTransactions: async () => (await loadSolana()).askSolanaSignAll,
  solana_signAndSendTransaction: async () => (await loadSolana()).askSolanaSend,
}

/**
 * Creates the handler of a host page's requests, for a user who is logged in. The protocol's method table classifies the
 * methods; unknown methods are refused.
 *
 * @example
 * import { createRequests } from './requests/createRequests.ts'
 * const requests = createRequests({ session, surface, rpc, gateway, riskLimits: { usd: 100, share: 0.5 } })
 * await requests.handle({ id, method: 'personal_sign', params: ['0x68690a', session.address] })
 */
export function createRequests({
  session,
  surface,
  gatewayUrl,
  riskLimits,
  store = createRequestStore(memoryStorage()),
  now = Date.now,
  locks = globalThis.navigator?.locks,
  rpc: node,
  gateway: server,
  approver = createApprover({
    surface,
    openWindow: (question) => openWalletWindow(question, { gateway: server }),
  }),
}: {
  session: WalletSession
  surface: Surface
  rpc: Rpc
  gateway: Gateway
  /** Of the gateway: a page can require that its bundler finds somebody to pay. */
  gatewayUrl?: string | undefined
  /** Above these limits a transaction is high risk. */
  riskLimits: RiskLimits
  /** Stores recipients, limits and blocked sites; in memory by default. */
  store?: RequestStore | undefined
  now?: (() => number) | undefined
  /** Web Locks, which the pages of a partition share. */
  locks?: LockManager | undefined
  approver?: Approver | undefined
}): Requests {
  const lock = createLock(locks)
  const { rpc, gateway } = createLeases({ rpc: node, gateway: server, store, lock, locks, now })
  const limits = createPromptLimits({ origin: session.origin, store, now })
  const queue = createQueue({ approver })
  /** Results by request id: a repeated request is shown once, signed once, and gets the same result. */
  const results = new Map<string, { text: string; answer: Promise<unknown> }>()
  const batchNetworks = createBatchNetworks({ gateway, now })
  const access = { session, rpc, gateway, gatewayUrl, store, lock, now, approver }
  const smartAccounts = createSmartAccounts({ session, store, rpc, batchNetworks })
  const context: AskContext = {
    ...access,
    limits,
    riskLimits,
    batchNetworks,
    accountType: smartAccounts.type,
    block,
  }
  const blockedKey = `blocked ${session.origin}`
  // What most pages need is loaded before they do. A failure is reported by the request that needs it.
  loadMessages().catch(() => undefined)
  void loadLanguage('approve')

  return {
    async handle(request) {
      const { method, params = [] } = request
      const { safety, namespace } = getMethod(method)
      if (safety === 'refused') throw notAllowed('Requested RPC call is not allowed')
      if (namespace !== 'eip155' && namespace !== 'solana')
        throw notAllowed(`This wallet has no ${namespace} account.`)
      const missing = unsupported[method]
      if (missing) throw notAllowed(missing)
      if (namespace === 'solana' && session.solanaAddress() === undefined) throw notAllowed(noSolanaAccount)
      const { chainId = session.chainId(namespace) } = request
      if (!chainId.startsWith(`${namespace}:`))
        throw new RequestRefusedError({ reason: `${method} is no method of ${chainId}.` })
      if (safety === 'safe') return answerSafe(method, params, chainId)
      const loadAsk = asks[method]
      if (!loadAsk) throw notAllowed('Requested RPC call is not allowed')
      if (chainId !== session.chainId(namespace))
        throw new RequestRefusedError({
          reason: `The wallet is on ${session.chainId(namespace)}: switch to ${chainId} first.`,
          rpcCode: rpcErrorCodes.chainDisconnected,
        })
      return ask({ ...request, params, chainId }, loadAsk)
    },

    turnOffSmartAccount: ({ id, chainId }) =>
      ask(
        { id, method: 'TURN_OFF_SMART_ACCOUNT', params: [], chainId },
        async () => (await loadAsks()).askTurnOff,
      ) as Promise<Hex>,

    async listPermissions() {
      const { listPermissions } = await loadPermissions()
      return listPermissions(context)
    },

    revokePermission: ({ id, hash }) =>
      ask(
        { id, method: 'REVOKE_PERMISSION', params: { id: hash }, chainId: session.chainId('eip155') },
        async () => (await loadPermissions()).askListedRevocation,
      ) as Promise<Hex>,

    revokeAllPermissions: ({ id, chainId }) =>
      ask(
        { id, method: 'REVOKE_ALL_PERMISSIONS', params: [], chainId },
        async () => (await loadPermissions()).askRevokeAll,
      ) as Promise<Hex>,

    async connect() {
      await askVisitor((active) => askConnect(context, active))
    },

    async signLogin(signIn) {
      await refuseIfBlocked()
      const { signLogin } = await loadMessages()
      return signLogin(signIn, { session, now })
    },

    abortUnsafe: queue.abort,
    smartAccounts,
    pending: queue.length,
  }

  /** Handles a request with the visitor. The same request is asked once. */
  function ask(request: Parameters<Ask>[0], loadAsk: () => Promise<Ask>): Promise<unknown> {
    return once(request, () =>
      askVisitor(async (active) => {
        const loaded = await loadAsk().catch((cause: unknown) => {
          throw new RpcError({
            rpcCode: rpcErrorCodes.internalError,
            message: 'The wallet could not be loaded completely. Check the connection, and try again.',
            cause,
          })
        })
        const { id, method, params, chainId } = request
        return loaded({ id, method, params, chainId }, context, active)
      }),
    )
  }

  async function answerSafe(method: string, params: unknown, chainId: string): Promise<unknown> {
    if (!Array.isArray(params))
      throw new RequestRefusedError({ reason: `The parameters of ${method} must be a list.` })
    switch (method) {
      case 'eth_accounts':
        return [session.address]
      case 'eth_chainId':
        return `0x${BigInt(session.chainId('eip155').slice('eip155:'.length)).toString(16)}`
      case 'wallet_getCapabilities': {
        const { listCapabilities } = await loadAsks()
        return listCapabilities(params, context)
      }
      case 'wallet_getAssets': {
        const { listWalletAssets } = await loadAsks()
        return listWalletAssets({ params, address: session.address, chainId, gateway })
      }
      case 'wallet_getSupportedExecutionPermissions': {
        const { listPermissionTypes } = await loadPermissions()
        return listPermissionTypes(context)
      }
      case 'wallet_getGrantedExecutionPermissions': {
        const { listGrantedPermissions } = await loadPermissions()
        return listGrantedPermissions(context)
      }
      case 'wallet_getCallsStatus': {
        const { readCallsStatus } = await loadAsks()
        return readCallsStatus(params, { session, rpc, gateway, store, now: now() })
      }
      case 'eth_estimateUserOperationGas':
      case 'eth_getUserOperationByHash':
      case 'eth_getUserOperationReceipt':
      case 'eth_supportedEntryPoints': {
        const { readFromBundler } = await loadAsks()
        return readFromBundler({ gateway, chainId, batchNetworks }, method, params)
      }
      default:
        return rpc(chainId, method, params)
    }
  }

  async function refuseIfBlocked(): Promise<void> {
    if ((await store.read(blockedKey)) === true)
      throw new RpcError({
        rpcCode: rpcErrorCodes.userRejected,
        message: 'The visitor has blocked this page.',
        code: 'site-blocked',
      })
  }

  async function askVisitor<T>(run: (active: ActiveRequest) => Promise<T>): Promise<T> {
    await refuseIfBlocked()
    return queue.add(async (active) => {
      await loadLanguage('approve')
      // The description is written in parts, and the views around it follow: all in one language.
      const release = holdLanguage()
      try {
        return await run(active)
      } finally {
        release()
      }
    })
  }

  function once(request: WalletRequest, run: () => Promise<unknown>): Promise<unknown> {
    const text = JSON.stringify([request.method, request.params, request.chainId])
    const earlier = results.get(request.id)
    if (earlier && earlier.text === text) return earlier.answer
    if (earlier) throw new RequestRefusedError({ reason: 'Another request already used this id.' })
    const answer = run()
    results.set(request.id, { text, answer })
    // A failed request may be repeated; a signed one is not signed twice.
    answer.catch(() => results.delete(request.id))
    const [oldest] = results.keys()
    if (results.size > 64 && oldest !== undefined) results.delete(oldest)
    return answer
  }

  async function block(): Promise<void> {
    await store.write(blockedKey, true)
    queue.abort()
  }
}

function notAllowed(message: string): RpcError {
  return new RpcError({ rpcCode: rpcErrorCodes.unsupportedMethod, message, code: 'method-not-allowed' })
}

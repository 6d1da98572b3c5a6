import { getMethod, RpcError, rpcErrorCodes } from '@portico/protocol'
import { type Approver, createApprover } from '../approve/createApprover.ts'
import type { WalletSession } from '../session/WalletSession.ts'
import type { Surface } from '../ui/Surface.ts'
import { openWalletWindow } from '../window/openWalletWindow.ts'
import type { Ask, AskContext } from './Ask.ts'
import { askConnect } from './askConnect.ts'
import { askSignature } from './askSignature.ts'
import { askTransaction } from './askTransaction.ts'
import { createPromptLimits } from './createPromptLimits.ts'
import { createQueue, type Turn } from './createQueue.ts'
import type { Gateway, Memory, Rpc } from './Network.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

/** A JSON-RPC request of the page. */
export type WalletRequest = {
  /** 128 random bits; the same id is the same request. */
  id: string
  method: string
  params?: unknown
  /** CAIP-2; absent for the chosen network. */
  chainId?: string | undefined
}

export interface Requests {
  /**
   * Answers a request: at once where it is safe, after the visitor's yes where it is not.
   *
   * @throws {RpcError} 4001 rejected or aborted, 4200 not offered, -32602 refused, -32005 too many
   */
  handle(request: WalletRequest): Promise<unknown>
  /** Asks whether this origin may see the account. @throws {RpcError} 4001 */
  connect(): Promise<void>
  /** Ends every request that waits for the visitor; the safe ones go on. */
  abortUnsafe(): void
  /** How many requests wait for the visitor, with the one that is shown. */
  pending(): number
}

/** What the method table allows, but this wallet cannot do yet. */
const notOffered: Readonly<Record<string, string>> = {
  eth_sendUserOperation: 'This wallet has no smart account, so it sends no user operations.',
  wallet_sendCalls:
    'This wallet has no smart account, so it cannot send several calls at once. Use eth_sendTransaction.',
  wallet_grantPermissions: 'This wallet has no smart account, so it cannot grant permissions.',
  wallet_revokePermissions: 'This wallet has no smart account, so there are no permissions to revoke.',
  wallet_getAssets: 'This wallet does not list assets. Ask the gateway for the balances of the address.',
  wallet_getCallsStatus: 'This wallet sends no calls, so there are none to report about.',
}

const asks: Readonly<Record<string, Ask>> = {
  personal_sign: askSignature,
  eth_signTypedData_v4: askSignature,
  eth_sendTransaction: askTransaction,
}

/**
 * Everything a page may ask of the wallet once somebody is logged in. Methods are classed by protocol's table; what is not
 * in it is refused.
 *
 * @example
 * import { createRequests } from './requests/createRequests.ts'
 * const requests = createRequests({ session, surface, rpc, gateway })
 * await requests.handle({ id, method: 'personal_sign', params: ['0x68690a', session.address] })
 */
export function createRequests({
  session,
  surface,
  rpc,
  gateway,
  memory = createMemory(),
  now = Date.now,
  approver = createApprover({ surface, openWindow: (question) => openWalletWindow(question, { gateway }) }),
}: {
  session: WalletSession
  surface: Surface
  rpc: Rpc
  gateway: Gateway
  /** Recipients and blocked pages; only for this visit if there is none. */
  memory?: Memory | undefined
  now?: (() => number) | undefined
  approver?: Approver | undefined
}): Requests {
  const limits = createPromptLimits({ origin: session.origin, memory, now })
  const queue = createQueue({ approver })
  /** Answers by id: the same request is asked once, signed once, and answered the same. */
  const asked = new Map<string, { text: string; answer: Promise<unknown> }>()
  const context: AskContext = { session, rpc, gateway, memory, now, approver, limits, block }
  const blockedKey = `blocked ${session.origin}`

  return {
    async handle(request) {
      const { method, params = [], chainId = session.chainId() } = request
      const { safety, namespace } = getMethod(method)
      if (safety === 'refused') throw notAllowed('Requested RPC call is not allowed')
      const missing = notOffered[method]
      if (missing !== undefined || namespace !== 'eip155')
        throw notAllowed(missing ?? `This wallet has no ${namespace} account.`)
      if (safety === 'safe') return answerSafe(method, params, chainId)
      const ask = asks[method]
      if (!ask) throw notAllowed('Requested RPC call is not allowed')
      if (chainId !== session.chainId())
        throw new RequestRefusedError({
          reason: `The wallet is on ${session.chainId()}: switch to ${chainId} first.`,
          rpcCode: rpcErrorCodes.chainDisconnected,
        })
      return once(request, () =>
        askVisitor((turn) => ask({ id: request.id, method, params, chainId }, context, turn)),
      )
    },

    async connect() {
      await askVisitor((turn) => askConnect(context, turn))
    },

    abortUnsafe: queue.abort,
    pending: queue.length,
  }

  async function answerSafe(method: string, params: unknown, chainId: string): Promise<unknown> {
    if (!Array.isArray(params))
      throw new RequestRefusedError({ reason: `The parameters of ${method} must be a list.` })
    switch (method) {
      case 'eth_accounts':
        return [session.address]
      case 'eth_chainId':
        return `0x${BigInt(session.chainId().slice('eip155:'.length)).toString(16)}`
      case 'wallet_getCapabilities':
        // An account of its own key, without a contract: it can do none of what EIP-5792 knows.
        return {}
      default:
        return rpc(chainId, method, params)
    }
  }

  async function askVisitor<T>(run: (turn: Turn) => Promise<T>): Promise<T> {
    if ((await memory.read(blockedKey)) === true)
      throw new RpcError({
        rpcCode: rpcErrorCodes.userRejected,
        message: 'The visitor has blocked this page.',
        code: 'site-blocked',
      })
    return queue.add(run)
  }

  function once(request: WalletRequest, run: () => Promise<unknown>): Promise<unknown> {
    const text = JSON.stringify([request.method, request.params, request.chainId])
    const known = asked.get(request.id)
    if (known && known.text === text) return known.answer
    if (known) throw new RequestRefusedError({ reason: 'Another request had this id.' })
    const answer = run()
    asked.set(request.id, { text, answer })
    // An attempt that came to nothing may be made again; what was signed is not signed twice.
    answer.catch(() => asked.delete(request.id))
    const [oldest] = asked.keys()
    if (asked.size > 64 && oldest !== undefined) asked.delete(oldest)
    return answer
  }

  async function block(): Promise<void> {
    await memory.write(blockedKey, true)
    queue.abort()
  }
}

function notAllowed(message: string): RpcError {
  return new RpcError({ rpcCode: rpcErrorCodes.unsupportedMethod, message, code: 'method-not-allowed' })
}

function createMemory(): Memory {
  const kept = new Map<string, unknown>()
  return {
    read: async (key) => kept.get(key),
    write: async (key, value) => {
      kept.set(key, value)
    },
  }
}

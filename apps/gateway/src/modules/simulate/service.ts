import { RpcError } from '@portico/protocol'
import type {
  SimulatedApproval,
  SimulatedCall,
  SimulatedChange,
  SimulateResponse,
} from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { getAddress } from 'viem/utils'
import type { Chain } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import { retryRules } from '../../chains/shared/upstreams/retryRules.ts'
import { UpstreamsFailedError } from '../../chains/shared/upstreams/UpstreamsFailedError.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { TokenService } from '../tokens/service.ts'
import { describeRevert } from './describeRevert.ts'
import { probesOf } from './probes.ts'
import { readClaims } from './readClaims.ts'
import { readHex } from './readNode.ts'
import type { NodeCall, Simulated } from './Simulated.ts'
import { simulateV1 } from './simulateV1.ts'
import { traceCall } from './traceCall.ts'
import { type VerifiedClaims, verifyClaims } from './verifyClaims.ts'

export type SimulateService = {
  /**
   * Simulates one call, or several in sequence, for an account on the latest state. With `delegates`, the account has delegated
   * its code, in this simulation only.
   *
   * @throws {Problem} `simulation-unavailable` if no upstream of the chain can run several calls, or override code.
   * @throws {UpstreamsFailedError} if no upstream responds.
   */
  simulate(query: {
    chain: Chain
    account: string
    calls: readonly SimulatedCall[]
    delegates: boolean
    deadline: number
  }): Promise<SimulateResponse>
}

type Method = SimulateResponse['method']
type Run = {
  chain: Chain
  account: string
  calls: readonly NodeCall[]
  delegates: boolean
  deadline: number
}

/** Milliseconds after which a missing method is tried again: upstreams are replaced and updated. */
const retryMissingMs = 10 * 60_000
const missingMethod =
  /method.{0,60}(not (found|supported|available|exist|allowed|enabled|whitelisted)|unsupported|disabled|unavailable)|(does not exist|is not available|unsupported).{0,20}method|namespace.{0,20}(not|disabled)/i

/**
 * Creates the simulation service. It uses the best method that the upstreams of a chain offer: `eth_simulateV1`, where
 * the claims of logs are verified against balances in the same block; otherwise a trace, where they stay unverified;
 * otherwise `eth_call`, which only shows whether the call succeeds.
 */
export function createSimulateService({
  tokens,
  log,
  now = Date.now,
}: {
  tokens: TokenService
  log: Log
  now?: () => number
}): SimulateService {
  /** By chain and method: until when the method is skipped (milliseconds since the epoch). */
  const missing = new Map<string, number>()

  const steps: readonly {
    method: Method
    takesMany: boolean
    delegates: boolean
    run(query: Run): Promise<Verified>
  }[] = [
    { method: 'eth_simulateV1', takesMany: true, delegates: true, run: runV1 },
    {
      method: 'debug_traceCall',
      takesMany: false,
      delegates: false,
      run: async ({ calls, ...query }) =>
        unverified(await traceCall({ ...query, call: calls[0] as NodeCall }), query),
    },
    { method: 'eth_call', takesMany: false, delegates: false, run: runCall },
  ]

  return {
    async simulate({ chain, account, calls, delegates, deadline }) {
      const query: Run = {
        chain,
        account,
        calls: calls.map((call) => ({ from: account, ...call })),
        delegates,
        deadline,
      }
      for (const { method, takesMany, delegates: canDelegate, run } of steps) {
        // Apart, so that a node that refuses to override code is still asked for other simulations.
        const key = `${chain.id} ${method}${delegates ? ' delegated' : ''}`
        if ((calls.length > 1 && !takesMany) || (delegates && !canDelegate)) continue
        if ((missing.get(key) ?? 0) > now()) continue
        try {
          const simulated = await run(query)
          return await describe({ ...query, method, simulated })
        } catch (error) {
          const reverted = readRevert(error)
          if (reverted)
            return await describe({ ...query, method, simulated: { result: reverted, claims: none } })
          if (method === 'eth_call' || Date.now() >= deadline) throw error
          if (delegates && isUnreachable(error)) throw error
          if (error instanceof RpcError && isMissing(error)) missing.set(key, now() + retryMissingMs)
          // Some nodes support the method, but not for every call: use the next method for this call only.
          else log.warn({ chain: chain.id, method, error }, 'simulation failed, trying another method')
        }
      }
      throw new Problem('simulation-unavailable', {
        detail: delegates
          ? 'No upstream of the chain supports eth_simulateV1 with the code of a smart account.'
          : 'Several calls require eth_simulateV1, which no upstream of the chain supports.',
      })
    },
  }

  async function describe({
    chain,
    method,
    simulated: { result, claims },
    deadline,
  }: Run & { method: Method; simulated: Verified }): Promise<SimulateResponse> {
    const gasUsed = result.gasUsed === undefined ? {} : { gasUsed: result.gasUsed.toString() }
    if (result.status === 'reverted') {
      const revertReason = describeRevert(result)
      // A reverted call changes nothing, so the result is complete. `eth_call` alone is never complete.
      const complete = method !== 'eth_call'
      return { status: 'reverted', method, complete, changes: [], approvals: [], ...gasUsed, revertReason }
    }
    const addresses = [...new Set([...claims.movements, ...claims.approvals].map(({ token }) => token))]
    const described = await tokens
      .describe({ chain, addresses, deadline })
      .catch(() => new Map<string, never>())
    const facts = (token: string, isFungible: boolean) => {
      const { name, symbol, decimals } = described.get(token) ?? { name: null, symbol: null, decimals: null }
      return {
        ...(name === null ? {} : { name }),
        ...(symbol === null ? {} : { symbol }),
        ...(decimals === null || !isFungible ? {} : { decimals }),
      }
    }
    const native = result.moved?.native ?? 0n
    const changes: SimulatedChange[] = [
      ...(native === 0n
        ? []
        : [{ kind: 'native' as const, ...signed(native), verified: true, ...nativeCoin(chain) }]),
      ...claims.movements.map(({ kind, token, tokenId, amount, verified }) => ({
        kind,
        ...signed(amount),
        token: getAddress(token),
        ...(tokenId === undefined ? {} : { tokenId }),
        verified,
        ...facts(token, kind === 'erc20'),
      })),
    ]
    const approvals = claims.approvals.map(
      ({ kind, token, spender, tokenId, amount, verified }): SimulatedApproval => ({
        kind,
        token: getAddress(token),
        spender: getAddress(spender),
        ...(kind === 'erc20' ? { amount: amount.toString() } : {}),
        ...(tokenId === undefined ? {} : { tokenId }),
        approved: amount > 0n,
        verified,
        ...facts(token, kind === 'erc20'),
      }),
    )
    return {
      status: 'success',
      method,
      complete: result.moved !== undefined && claims.isWhole,
      changes,
      approvals,
      ...gasUsed,
    }
  }
}

type Verified = { result: Simulated; claims: VerifiedClaims }

const none: VerifiedClaims = { movements: [], approvals: [], isWhole: true }

/** Simulates twice: first to find the contracts that claim something, then with probes of them before and after. */
async function runV1(query: Run): Promise<Verified> {
  const result = await simulateV1({ ...query, probes: [] })
  if (result.status === 'reverted' || !result.moved) return { result, claims: none }
  const claims = readClaims(result.moved.logs, query.account)
  const probes = probesOf(claims, query.account)
  if (probes.length === 0) return { result, claims: none }
  const probed = await simulateV1({ ...query, probes }).catch(() => undefined)
  // The state has changed in between, or the probes exceeded a limit: fall back to unverified claims.
  if (probed?.status !== 'success' || !probed.moved) return unverified(result, query)
  return {
    result: probed,
    claims: verifyClaims({
      claims: readClaims(probed.moved.logs, query.account),
      probed: probed.moved.probed,
      account: query.account,
    }),
  }
}

function unverified(result: Simulated, { account }: { account: string }): Verified {
  if (result.status === 'reverted' || !result.moved) return { result, claims: none }
  const { movements, approvals, isWhole } = readClaims(result.moved.logs, account)
  return {
    result,
    claims: {
      isWhole,
      movements: movements
        .filter(({ amount }) => amount !== 0n)
        .map((claim) => ({ ...claim, verified: false })),
      approvals: approvals.map((claim) => ({ ...claim, verified: false })),
    },
  }
}

/** Runs `eth_call`, which shows only whether the call succeeds. */
async function runCall({ chain, calls, deadline }: Run): Promise<Verified> {
  await chain.request({ method: 'eth_call', params: [calls[0], 'latest'] }, { deadline })
  return { result: { status: 'success', moved: undefined, gasUsed: undefined }, claims: none }
}

/** Converts an RPC error that means "reverted" to a result; undefined for all other errors. */
function readRevert(error: unknown): (Simulated & { status: 'reverted' }) | undefined {
  if (!(error instanceof RpcError) || isMissing(error)) return undefined
  const { rpcCode, shortMessage: message } = error
  const data = readHex(error.data) ?? readHex((error.data as { data?: unknown } | null | undefined)?.data)
  const isFinal =
    rpcCode === 3 ||
    /revert|insufficient (funds|balance)|exceeds (the )?balance|out ?of ?gas|intrinsic gas|invalid (opcode|jump)|stack (under|over)flow/i.test(
      message,
    )
  const isThrottle = !isContractError(error) && retryRules.isThrottle({ code: rpcCode, message })
  if (!isFinal || isThrottle) return undefined
  return { status: 'reverted', data, message, gasUsed: undefined }
}

/**
 * Whether the message may contain text of the contract. Such a message must not be read as a failure of the node,
 * because the contract could then influence which methods are tried.
 */
function isContractError({ rpcCode, shortMessage }: RpcError): boolean {
  return rpcCode === 3 || /revert/i.test(shortMessage)
}

/** Whether no upstream could be asked, as opposed to one that cannot do it. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof UpstreamsFailedError) return true
  return (
    error instanceof RpcError && retryRules.isThrottle({ code: error.rpcCode, message: error.shortMessage })
  )
}

function isMissing(error: RpcError): boolean {
  const { rpcCode, shortMessage } = error
  if (rpcCode === -32601 || rpcCode === -32004) return true
  return !isContractError(error) && missingMethod.test(shortMessage)
}

function signed(amount: bigint): { direction: 'in' | 'out'; amount: string } {
  return amount < 0n
    ? { direction: 'out', amount: (-amount).toString() }
    : { direction: 'in', amount: amount.toString() }
}

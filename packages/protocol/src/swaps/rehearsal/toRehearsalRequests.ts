import { isRecord } from '../../isRecord.ts'
import { coinSentinel } from '../coinSentinel.ts'
import type { WrittenCall } from '../writePoolSwap.ts'
import { accountProgram, writeProgram } from './accountProgram.ts'
import type { Rehearsal, RehearsedStep } from './Rehearsal.ts'

/** A request to a node, and how its result is read. */
export interface RehearsalRequest {
  method: 'eth_simulateV1' | 'eth_call'
  params: readonly unknown[]
  /** Returns undefined if the result does not show what every step did, as from a node that ignores overrides. */
  read(result: unknown): RehearsedStep[] | undefined
}

/** Code that returns the balance of the address in the calldata: CALLDATALOAD BALANCE MSTORE RETURN. */
const balanceReader = { to: '0x00000000000000000000000062616c616e636500', code: '0x6000353160005260206000f3' }

/** The result of one call. `word` is the first word of what it returned; undefined if it returned less. */
type CallResult = { isOk: boolean; word: bigint | undefined; gas?: bigint | undefined }

/**
 * Writes the requests that try a rehearsal, best first: `eth_simulateV1`, for nodes that have it, and an `eth_call` in which the
 * account has code that makes the calls. Both read the balances before the first step and after each one, so that what is
 * reported is what arrives, whatever events and return values say.
 *
 * @see https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml (`eth_simulateV1`)
 */
export function toRehearsalRequests({
  account,
  steps,
  watched,
  holder = account,
}: Rehearsal): RehearsalRequest[] {
  const reads = watched.map((token) => readBalance(token, holder))
  const calls = [...reads, ...steps.flatMap((step) => [step, ...reads])]
  const toSteps = (results: readonly CallResult[] | undefined) => {
    if (results?.length !== calls.length) return undefined
    return compareBalances({ results, watched, count: steps.length })
  }
  const overrides = { [balanceReader.to]: { code: balanceReader.code } }
  const block = {
    stateOverrides: overrides,
    calls: calls.map(({ to, data, value }) => ({ from: account, to, data, value: toQuantity(value) })),
  }
  const inAccount = { from: account, to: account, data: writeProgram(calls) }
  return [
    {
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [block], validation: false }, 'latest'],
      read: (result) => toSteps(readSimulated(result)),
    },
    {
      method: 'eth_call',
      params: [inAccount, 'latest', { ...overrides, [account]: { code: accountProgram } }],
      read: (result) => toSteps(readProgramResult(result)),
    },
  ]
}

function readBalance(token: string, account: string): WrittenCall {
  const holder = account.slice(2).toLowerCase().padStart(64, '0')
  if (token === coinSentinel) return { to: balanceReader.to, data: `0x${holder}`, value: 0n }
  // balanceOf(address)
  return { to: token, data: `0x70a08231${holder}`, value: 0n }
}

function compareBalances({
  results,
  watched,
  count,
}: {
  results: readonly CallResult[]
  watched: readonly string[]
  count: number
}): RehearsedStep[] | undefined {
  const balancesFrom = (start: number) =>
    results.slice(start, start + watched.length).flatMap(({ isOk, word }) => (isOk ? (word ?? []) : []))
  let before = balancesFrom(0)
  if (before.length < watched.length) return undefined
  const steps: RehearsedStep[] = []
  for (let index = 0; index < count; index++) {
    const at = watched.length + index * (1 + watched.length)
    const { isOk = false, gas } = results[at] ?? {}
    const after = balancesFrom(at + 1)
    if (after.length < watched.length) return undefined
    const known = before
    const changes = watched.map((token, one) => [token, (after[one] ?? 0n) - (known[one] ?? 0n)] as const)
    steps.push({ isOk, changes: Object.fromEntries(changes), ...(gas === undefined ? {} : { gas }) })
    before = after
  }
  return steps
}

function readSimulated(result: unknown): CallResult[] | undefined {
  const block: unknown = Array.isArray(result) && result.length === 1 ? result[0] : undefined
  if (!isRecord(block) || !Array.isArray(block.calls)) return undefined
  const results = block.calls.map((call: unknown): CallResult | undefined => {
    if (!isRecord(call) || (call.status !== '0x0' && call.status !== '0x1')) return undefined
    const { returnData, gasUsed } = call
    const word = typeof returnData === 'string' && /^0x[0-9a-f]{64}/i.exec(returnData)?.[0]
    const hasGas = typeof gasUsed === 'string' && /^0x[0-9a-f]{1,16}$/i.test(gasUsed)
    return {
      isOk: call.status === '0x1',
      word: word ? BigInt(word) : undefined,
      gas: hasGas ? BigInt(gasUsed) : undefined,
    }
  })
  return results.every((one) => one !== undefined) ? results : undefined
}

function readProgramResult(result: unknown): CallResult[] | undefined {
  if (typeof result !== 'string' || !/^0x([0-9a-f]{192})+$/i.test(result)) return undefined
  const words = (result.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  const results: CallResult[] = []
  for (let at = 0; at < words.length; at += 3) {
    const [success, size = 0n, word] = words.slice(at, at + 3)
    results.push({ isOk: success === 1n, word: size >= 32n ? word : undefined })
  }
  return results
}

function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}

import type { Hex } from 'viem'
import { decodeFunctionData, parseAbi, size, slice, toFunctionSelector } from 'viem/utils'
import { readExecutions } from './readExecutions.ts'
import { type SignedCall, toSignedCall } from './SignedCall.ts'

/** The calls that an account makes of itself, with `execute`. */
export type Batch = {
  /** In order, those of batches within the batch included. */
  calls: SignedCall[]
  /** The transfer of tokens that pays whoever has the batch executed. */
  fee: SignedCall | undefined
}

const abi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function execute((address target, uint256 value, bytes callData) execution)',
])
/** The selectors of both functions. */
export const executeSelectors: ReadonlySet<string> = new Set(abi.map(toFunctionSelector))
/** The modes of ERC-7579: one call or several, and whether one that reverts stops them all. */
const modes: Readonly<Record<string, { isList: boolean; isTry: boolean }>> = {
  '0x0000': { isList: false, isTry: false },
  '0x0001': { isList: false, isTry: true },
  '0x0100': { isList: true, isTry: false },
  '0x0101': { isList: true, isTry: true },
}
/** `transfer` of ERC-20. */
const transfer = '0xa9059cbb'
const maxCalls = 100
const maxDepth = 4

type Call = { to: string; value: bigint; data: Hex }

/**
 * Reads the calls of an account's `execute` (ERC-7579). A fee in tokens is the first of two calls, and the second one is the batch
 * itself, which may fail without taking the fee back.
 *
 * @param input.data of the transaction to the account, or of its user operation.
 * @returns undefined for other data, and for a batch that is too large to show.
 * @see https://eips.ethereum.org/EIPS/eip-7579
 */
export function readBatch({ data, account }: { data: string; account: string }): Batch | undefined {
  const outer = readExecute(data)
  if (!outer) return undefined
  const [first, second] = outer.calls
  const tried = second?.to === account ? readExecute(second.data) : undefined
  const isWithFee =
    outer.calls.length === 2 && tried?.isTry && first?.value === 0n && first.data.startsWith(transfer)
  const calls = flatten(isWithFee ? tried.calls : outer.calls, account, 0)
  if (!calls || calls.length > maxCalls) return undefined
  return { calls: calls.map(toSignedCall), fee: isWithFee ? toSignedCall(first) : undefined }
}

/** Replaces each batch within a list by its calls; undefined if there are too many. */
function flatten(calls: readonly Call[], account: string, depth: number): Call[] | undefined {
  if (depth > maxDepth || calls.length > maxCalls) return undefined
  const found: Call[] = []
  for (const call of calls) {
    const inner = call.to === account ? readExecute(call.data) : undefined
    const parts = inner ? flatten(inner.calls, account, depth + 1) : [call]
    if (!parts) return undefined
    found.push(...parts)
  }
  return found
}

function readExecute(data: string): { calls: Call[]; isTry: boolean } | undefined {
  if (!executeSelectors.has(data.slice(0, 10).toLowerCase())) return undefined
  try {
    const { args } = decodeFunctionData({ abi, data: data as Hex })
    if (args.length === 1) return { calls: [toCall(args[0])], isTry: false }
    const [mode, content] = args
    const found = modes[slice(mode, 0, 2)]
    if (!found || !/^0+$/.test(mode.slice(6))) return undefined
    if (found.isList) {
      const calls = readExecutions({ content, maxCalls })
      return calls && { calls: calls.map(toCall), isTry: found.isTry }
    }
    const value = BigInt(slice(content, 20, 52))
    const callData = size(content) > 52 ? slice(content, 52) : '0x'
    return { calls: [toCall({ target: slice(content, 0, 20), value, callData })], isTry: found.isTry }
  } catch {
    // Anybody can send any bytes: these are no calls.
    return undefined
  }
}

function toCall({ target, value, callData }: { target: string; value: bigint; callData: Hex }): Call {
  return { to: target.toLowerCase(), value, data: callData }
}

import { type AbiFunction, type Hex, toFunctionSelector, toFunctionSignature } from 'viem'
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem/utils'
import { hasOwnBytes } from './hasOwnBytes.ts'

/** A decoded contract call, with its arguments by position and the calls inside it. */
export type DecodedCall = {
  selector: string
  /** Undefined for an unknown call. */
  name: string | undefined
  signature: string | undefined
  args: { name: string; type: string; value: unknown }[]
  /** The calls that this call contains. `to` is set only if an inner call goes to another contract. */
  calls: (DecodedCall & { to?: string | undefined })[]
}

const permit2Functions = [
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transfer, address owner, bytes signature)',
  'function permitTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transfers, address owner, bytes signature)',
  'function permitWitnessTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transfer, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
  'function permitWitnessTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transfers, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
] as const

/** Only these functions are decoded: a function with a matching 4-byte selector can be found for any name. */
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address spender, uint256 id, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
  ...permit2Functions,
  'function deposit()',
  'function withdraw(uint256 amount)',
  // Votes: ERC20Votes and OpenZeppelin's Governor
  'function delegate(address delegatee)',
  'function castVote(uint256 proposalId, uint8 support)',
  'function castVoteWithReason(uint256 proposalId, uint8 support, string reason)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  'function aggregate((address target, bytes callData)[] calls)',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
]) as readonly AbiFunction[]

const functions = new Map(abi.map((item) => [toFunctionSelector(item), item]))
const maxDepth = 4
const maxCalls = 64
/** Longer calldata, in hex digits, is treated as an unknown call. */
const maxLength = 2 * 64 * 1024

/**
 * Decodes calldata, with the inner calls of a multicall to a depth of 4. Calldata that does not re-encode to the same bytes is
 * an unknown call, as it may contain hidden data.
 */
export function decodeCall(data: Hex): DecodedCall {
  let left = maxCalls
  return decode(data, 0)

  function decode(bytes: Hex, depth: number): DecodedCall {
    left -= 1
    const selector = bytes.slice(0, 10).toLowerCase()
    const item = functions.get(selector as Hex)
    const unknown: DecodedCall = { selector, name: undefined, signature: undefined, args: [], calls: [] }
    if (!item || depth > maxDepth || left < 0 || bytes.length > maxLength) return unknown
    if (!hasOwnBytes(item.inputs, `0x${bytes.slice(10)}`)) return unknown
    let args: readonly unknown[]
    try {
      args = (decodeFunctionData({ abi: [item], data: bytes }).args ?? []) as readonly unknown[]
      if (encodeFunctionData({ abi: [item], functionName: item.name, args }) !== bytes.toLowerCase())
        return unknown
    } catch {
      // The selector matches, but not the arguments.
      return unknown
    }
    const inner = innerCalls(args)
    return {
      selector,
      name: item.name,
      signature: toFunctionSignature(item),
      args: item.inputs.map(({ name, type }, index) => ({
        name: name ?? `${index}`,
        type,
        value: args[index],
      })),
      calls: inner.map(({ to, data: call }) => ({ ...decode(call, depth + 1), ...(to ? { to } : {}) })),
    }
  }

  function innerCalls(args: readonly unknown[]): { to?: string; data: Hex }[] {
    const list = args.at(-1)
    if (!Array.isArray(list)) return []
    return list.flatMap((entry: unknown) => {
      if (typeof entry === 'string' && entry.startsWith('0x')) return [{ data: entry as Hex }]
      if (typeof entry !== 'object' || entry === null) return []
      const { target, callData } = entry as { target?: string; callData?: Hex }
      return target && callData !== undefined ? [{ to: target, data: callData }] : []
    })
  }
}

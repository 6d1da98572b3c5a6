import { type Hex, parseAbiParameters } from 'viem'
import {
  concatHex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  size,
  slice,
} from 'viem/utils'
import { type BatchCall, batchCalldata } from '../batchCalldata.ts'

/** A transfer of a token that pays for an operation. */
export type OperationFee = { token: Hex; amount: bigint; collector: Hex }

/** What an operation does: its calls, all or none, and before them the transfer that pays for it, if a token does. */
export type OperationCalls = { calls: readonly BatchCall[]; fee?: OperationFee | undefined }

const abi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const transferParameters = parseAbiParameters('address to, uint256 amount')
const transferSelector: Hex = '0xa9059cbb'
/** One call. */
const single: Hex = `0x${'0'.repeat(64)}`
/** One call, which may fail. */
const trySingle: Hex = `0x0001${'0'.repeat(60)}`

/**
 * Encodes and decodes the call data of a user operation: `execute` of the account, with one call or several. If a token pays, they are
 * wrapped in an attempt after the transfer: the fee is then paid even if they fail, and they are still all or none.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7579
 */
export const operationCalldata = {
  encode({ calls, fee }: OperationCalls, address: Hex): Hex {
    const [first, ...more] = calls
    if (!first) throw new Error('An operation has a call.')
    const own = more.length > 0 ? batchCalldata.encode(calls) : execute(single, first)
    if (!fee) return own
    const data = encodeTransfer(fee)
    const attempt = execute(trySingle, { to: address, value: 0n, data: own })
    return batchCalldata.encode([
      { to: fee.token, value: 0n, data },
      { to: address, value: 0n, data: attempt },
    ])
  },

  /** Returns what an operation does, with checksums; undefined for bytes that `encode` does not return. */
  decode(data: Hex, address: Hex): OperationCalls | undefined {
    try {
      const read = decodeFee(data, address) ?? { calls: decodeCalls(data) }
      return operationCalldata.encode(read, address) === data ? read : undefined
    } catch {
      return undefined
    }
  },
}

/** Encodes the call of the token that pays a fee. */
export function encodeTransfer({ collector, amount }: OperationFee): Hex {
  return concatHex([transferSelector, encodeAbiParameters(transferParameters, [collector, amount])])
}

function execute(mode: Hex, { to, value, data }: BatchCall): Hex {
  return encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [mode, encodePacked(['address', 'uint256', 'bytes'], [to, value, data])],
  })
}

function decodeCalls(data: Hex): BatchCall[] {
  return batchCalldata.decode(data) ?? [decodeSingle(data, single)]
}

function decodeSingle(data: Hex, mode: Hex): BatchCall {
  const [found, packed] = decodeFunctionData({ abi, data }).args
  if (found !== mode) throw new Error('The mode is another one.')
  const [to] = decodeAbiParameters(parseAbiParameters('address'), `0x${'0'.repeat(24)}${packed.slice(2, 42)}`)
  return { to, value: BigInt(slice(packed, 20, 52)), data: size(packed) > 52 ? slice(packed, 52) : '0x' }
}

/** Reads an operation that begins with a transfer, if the second call is an attempt of the account; undefined for any other. */
function decodeFee(data: Hex, address: Hex): OperationCalls | undefined {
  const [transfer, attempt, ...more] = batchCalldata.decode(data) ?? []
  if (!transfer?.data.startsWith(transferSelector) || more.length > 0) return undefined
  if (attempt?.to.toLowerCase() !== address.toLowerCase()) return undefined
  const inner = decodeSingle(attempt.data, trySingle)
  const [collector, amount] = decodeAbiParameters(transferParameters, slice(transfer.data, 4))
  return { calls: decodeCalls(inner.data), fee: { token: transfer.to, amount, collector } }
}

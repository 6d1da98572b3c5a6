import { type Hex, parseAbiParameters } from 'viem'
import {
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  slice,
} from 'viem/utils'

/** A call that an account makes as part of a batch. */
export type BatchCall = { to: Hex; value: bigint; data: Hex }

/** `execute` of ERC-7579, as the account's contract has it. Only the account itself may call it, and the EntryPoint. */
const abi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const executions = parseAbiParameters('(address target, uint256 value, bytes callData)[]')
/** Several calls, all or none. */
const mode: Hex = `0x01${'0'.repeat(62)}`
/** More than the wallet takes. Offsets may all point to the same bytes: a page could keep the frame busy for minutes with a longer list. */
const maxCalls = 100n

/**
 * Encodes and decodes the call with which an account makes several calls, all or none.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7579
 */
export const batchCalldata = {
  encode(calls: readonly BatchCall[]): Hex {
    const list = calls.map(({ to, value, data }) => ({ target: to, value, callData: data }))
    return encodeFunctionData({
      abi,
      functionName: 'execute',
      args: [mode, encodeAbiParameters(executions, [list])],
    })
  },

  /** Returns the calls, with checksums; undefined for bytes that `encode` does not return, as they may contain hidden data. */
  decode(data: Hex): BatchCall[] | undefined {
    try {
      const [, encoded] = decodeFunctionData({ abi, data }).args
      if (BigInt(slice(encoded, 32, 64)) > maxCalls) return undefined
      const [list] = decodeAbiParameters(executions, encoded)
      const calls = list.map(({ target, value, callData }) => ({ to: target, value, data: callData }))
      return batchCalldata.encode(calls) === data ? calls : undefined
    } catch {
      return undefined
    }
  },
}

import type { RpcClient } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WrittenCall } from '@portico/protocol/swaps'
import type { CallResult, ExtraCode } from './simulateCalls.ts'

/**
 * EVM code for the account in a rehearsal. Its calldata is a list of calls: for each one the address, the value and the number of bytes,
 * a word each, and then the bytes. It makes them in order and returns three words for each: whether it succeeded, its gas, and the last
 * word it returned. Called by anybody else, or without data, it accepts coins and does nothing, as an account without code.
 *
 * ```
 *        CALLDATASIZE ISZERO @stop JUMPI   CALLER ADDRESS EQ ISZERO @stop JUMPI   0 0         // out in
 * loop:  DUP1 CALLDATASIZE GT ISZERO @end JUMPI
 *        DUP1 0x40 ADD CALLDATALOAD   DUP1 DUP3 0x60 ADD 0x1000 CALLDATACOPY                  // out in length
 *        GAS   0 0 DUP4 0x1000 DUP7 0x20 ADD CALLDATALOAD DUP8 CALLDATALOAD GAS CALL          // out in length gas ok
 *        DUP1 DUP6 MSTORE   GAS DUP3 SUB DUP6 0x20 ADD MSTORE
 *        RETURNDATASIZE 0x1f LT ISZERO @skip JUMPI
 *        0x20 DUP1 RETURNDATASIZE SUB DUP7 0x40 ADD RETURNDATACOPY
 * skip:  POP POP ADD 0x60 ADD SWAP1 0x60 ADD SWAP1 @loop JUMP
 * end:   POP 0 RETURN
 * stop:  STOP
 * ```
 */
const executor =
  '0x361560695733301415606957600060005b8036111560645780604001358082606001611000375a60006000836110008660200135873' +
  '55af18085525a820385602001523d601f10156055576020803d03866040013e5b50500160600190606001906010565b506000f35b00'
/** What the node charges for a transaction itself. */
const transactionGas = 21_000n
const wordLength = 64

/**
 * Runs calls of an account one after the other in one `eth_call`, in which the account has code that makes them.
 *
 * @throws {RpcError} if the node does not support that
 */
export async function executeCalls({
  client,
  account,
  calls,
  code,
}: {
  client: RpcClient
  account: string
  calls: readonly WrittenCall[]
  code: ExtraCode
}): Promise<readonly CallResult[]> {
  const toWord = (value: string) => value.padStart(wordLength, '0')
  const program = calls.map(({ to, data, value }) => {
    const bytes = data.slice(2)
    return toWord(to.slice(2)) + toWord(value.toString(16)) + toWord((bytes.length / 2).toString(16)) + bytes
  })
  const overrides = Object.entries({ ...code, [account]: executor }).map(([address, bytes]) => [
    ...[address, { code: bytes }],
  ])
  const call = { from: account, to: account, data: `0x${program.join('')}` }
  const params = [call, 'latest', Object.fromEntries(overrides)]
  const answer = `${await client.request({ method: 'eth_call', params })}`
  if (!/^0x[0-9a-f]*$/i.test(answer) || answer.length !== 2 + calls.length * 3 * wordLength)
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The endpoint does not execute code given to an account.',
    })
  return calls.map((_, index) => {
    const word = (number: number) => {
      const at = 2 + (index * 3 + number) * wordLength
      return BigInt(`0x${answer.slice(at, at + wordLength)}`)
    }
    return { isOk: word(0) === 1n, gas: word(1) + transactionGas, lastWord: word(2) }
  })
}

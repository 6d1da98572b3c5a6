import type { WrittenCall } from '../writePoolSwap.ts'

/**
 * Code that stands in for the account during an `eth_call` (state override): it makes the calls in the calldata in its own
 * name, and returns for each one whether it succeeded, the size of what it returned, and the first word of that. To everybody
 * else it is an account without code: it accepts coins and calls and does nothing, so that no token can make it do something.
 *
 * ```text
 * 00  CALLER ADDRESS EQ PUSH1 07 JUMPI STOP
 * 07  JUMPDEST PUSH1 0 PUSH1 0                                   out position
 * 0c  JUMPDEST DUP1 CALLDATASIZE GT ISZERO PUSH1 49 JUMPI        while position < calldatasize
 * 14  DUP1 PUSH1 40 ADD CALLDATALOAD                             length = word at position + 40
 * 19  DUP1 DUP3 PUSH1 60 ADD PUSH2 4000 CALLDATACOPY             memory[4000..] = length bytes at position + 60
 * 22  PUSH1 20 DUP4 PUSH1 40 ADD DUP3 PUSH2 4000                 the first word returned goes to out + 40
 * 2c  DUP6 PUSH1 20 ADD CALLDATALOAD DUP7 CALLDATALOAD GAS CALL  value at position + 20, address at position
 * 35  DUP4 MSTORE RETURNDATASIZE DUP4 PUSH1 20 ADD MSTORE        success to out, size to out + 20
 * 3d  ADD PUSH1 60 ADD SWAP1 PUSH1 60 ADD SWAP1 PUSH1 0c JUMP    position += 60 + length, out += 60
 * 49  JUMPDEST POP PUSH1 0 RETURN                                memory[0..out]
 * ```
 */
export const accountProgram =
  '0x333014600757005b600060005b80361115604957806040013580826060016140003760208360400182614000856020013586' +
  '355af183523d8360200152016060019060600190600c565b506000f3'

/** Writes the calldata of {@link accountProgram}. */
export function writeProgram(calls: readonly WrittenCall[]): `0x${string}` {
  const toWord = (value: bigint | number) => value.toString(16).padStart(64, '0')
  const parts = calls.map(({ to, value, data }) => {
    const bytes = data.slice(2)
    return `${to.slice(2).toLowerCase().padStart(64, '0')}${toWord(value)}${toWord(bytes.length / 2)}${bytes}`
  })
  return `0x${parts.join('')}`
}

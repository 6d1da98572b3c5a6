import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { argOf } from './callArguments.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'

/** Returns the final recipient of a transaction: the receiver of tokens, or the address that is called. */
export function findRecipient({ to, data }: Pick<BuiltTransaction, 'to' | 'data'>): Hex | undefined {
  return to && data !== '0x' ? (findCounterparty(decodeCall(data)) ?? to) : to
}

/** Returns the receiver, spender or operator of a token call; undefined for other calls. */
export function findCounterparty(call: DecodedCall | undefined): Hex | undefined {
  const value = call && (argOf(call, 'to') ?? argOf(call, 'spender') ?? argOf(call, 'operator'))
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value as Hex) : undefined
}

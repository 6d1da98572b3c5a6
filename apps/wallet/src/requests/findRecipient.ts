import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { argOf } from './callArguments.ts'
import { type DecodedCall, decodeCall } from './decodeCall.ts'

/** To whom a transaction goes in the end: the receiver of tokens, or who is called. */
export function findRecipient({ to, data }: Pick<BuiltTransaction, 'to' | 'data'>): Hex | undefined {
  return to && data !== '0x' ? (findCounterparty(decodeCall(data)) ?? to) : to
}

/** Whom a token call is really about; undefined for calls that are about the contract itself. */
export function findCounterparty(call: DecodedCall | undefined): Hex | undefined {
  const value = call && (argOf(call, 'to') ?? argOf(call, 'spender') ?? argOf(call, 'operator'))
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value as Hex) : undefined
}

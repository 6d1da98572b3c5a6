import type { DecodedCall } from './decodeCall.ts'

/** The argument of this name, of whatever type it is. */
export function argOf(call: DecodedCall, name: string): unknown {
  return call.args.find((arg) => arg.name === name)?.value
}

/** How much a call of a token is about, if it is about an amount. */
export function amountOf(call: DecodedCall): bigint | undefined {
  const value = argOf(call, 'amount') ?? argOf(call, 'addedValue') ?? argOf(call, 'value')
  return typeof value === 'bigint' ? value : undefined
}

/** A call and all the calls inside it. */
export function allCalls(call: DecodedCall | undefined): DecodedCall[] {
  return call ? [call, ...call.calls.flatMap(allCalls)] : []
}

import type { DecodedCall } from './decodeCall.ts'

/** Returns the value of the named argument. */
export function argOf(call: DecodedCall, name: string): unknown {
  return call.args.find((arg) => arg.name === name)?.value
}

/** Returns the amount of a token call, if it has one. */
export function amountOf(call: DecodedCall): bigint | undefined {
  const value = argOf(call, 'amount') ?? argOf(call, 'addedValue') ?? argOf(call, 'value')
  return typeof value === 'bigint' ? value : undefined
}

/** Lists a call and all calls inside it. */
export function allCalls(call: DecodedCall | undefined): DecodedCall[] {
  return call ? [call, ...call.calls.flatMap(allCalls)] : []
}

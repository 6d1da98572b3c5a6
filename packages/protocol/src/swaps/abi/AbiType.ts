/** A type of the contract ABI, as far as swaps use it. */
export type AbiType =
  | { kind: 'address' | 'bytes' | 'bytes32' }
  | { kind: 'uint'; bits: number }
  | { kind: 'list'; of: AbiType }
  | { kind: 'tuple'; of: readonly AbiType[] }

/** A value of an ABI type: a number, an address or bytes in lower-case hex, or the items of a list or tuple. */
export type AbiValue = bigint | string | readonly AbiValue[]

/** Whether the encoding's length depends on the value, so that it stands behind the fixed part. */
export function isDynamic(type: AbiType): boolean {
  if (type.kind === 'tuple') return type.of.some(isDynamic)
  return type.kind === 'bytes' || type.kind === 'list'
}

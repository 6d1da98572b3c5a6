import type { TypedValue } from '../hashTypedData.ts'

/** Whether a value of typed data is an Ethereum address. */
export function isAddress(value: TypedValue | undefined): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

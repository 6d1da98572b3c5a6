import type { Hex } from 'viem'

/** Whether a value is whole bytes in hex, `0x` included. Linear, as a page may send megabytes. */
export function isHexBytes(value: unknown): value is Hex {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)
}

import type { Hex } from 'viem'

/** Whether a value is `0x` and whole bytes in hex. Runs in linear time, because a page may send megabytes. */
export function isHexBytes(value: unknown): value is Hex {
  return typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-f]*$/i.test(value)
}

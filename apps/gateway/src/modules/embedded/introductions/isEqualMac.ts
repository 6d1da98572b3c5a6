import { timingSafeEqual } from 'node:crypto'

/** Whether two HMACs are equal, in constant time. */
export function isEqualMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

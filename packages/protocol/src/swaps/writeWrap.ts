import { writeCall } from './writeCall.ts'
import type { WrittenCall } from './writePoolSwap.ts'

/** Writes the exchange of the coin for its wrapped form (`wrap`), or the other way round (`unwrap`). */
export function writeWrap({
  kind,
  wrapped,
  amount,
}: {
  kind: 'wrap' | 'unwrap'
  /** Address of the wrapped coin. */
  wrapped: string
  amount: bigint
}): WrittenCall {
  if (kind === 'wrap') return { to: wrapped, data: writeCall('deposit', []), value: amount }
  return { to: wrapped, data: writeCall('withdraw', [amount]), value: 0n }
}

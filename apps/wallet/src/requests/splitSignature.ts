import type { Hex } from 'viem'

/** Splits r ‖ s ‖ v; undefined for anything else. viem's function for it would load another implementation of the curve. */
export function splitSignature(signature: Hex): { r: Hex; s: Hex; yParity: number } | undefined {
  const [, r, s, v = ''] = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature) ?? []
  return r && s ? { r: `0x${r}`, s: `0x${s}`, yParity: v === '1c' ? 1 : 0 } : undefined
}

import type { WrittenCall } from './writePoolSwap.ts'

/** Writes `approve(address,uint256)` (ERC-20): allows the spender exactly the amount, in base units. */
export function writeApproval({
  token,
  spender,
  amount,
}: {
  token: string
  spender: string
  amount: bigint
}): WrittenCall {
  const words = [spender.slice(2).toLowerCase(), amount.toString(16)].map((word) => word.padStart(64, '0'))
  return { to: token, data: `0x095ea7b3${words.join('')}`, value: 0n }
}

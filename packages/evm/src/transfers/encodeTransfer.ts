/** `transfer(address,uint256)` of ERC-20. */
const selector = 'a9059cbb'

/**
 * Encodes a transfer of a token (ERC-20). Written here, so that nobody else can choose the bytes.
 *
 * @example
 * encodeTransfer({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', amount: 1n })
 */
export function encodeTransfer({ to, amount }: { to: string; amount: bigint }): `0x${string}` {
  const words = [to.slice(2).toLowerCase(), amount.toString(16)]
  return `0x${selector}${words.map((word) => word.padStart(64, '0')).join('')}`
}

/**
 * The functions that move tokens, with the position of the recipient among their arguments: `transfer`, `transferFrom`, both
 * `safeTransferFrom` of ERC-721, and ERC-1155's.
 */
const positions: Readonly<Record<string, number>> = {
  '0xa9059cbb': 0,
  '0x23b872dd': 1,
  '0x42842e0e': 1,
  '0xb88d4fde': 1,
  '0xf242432a': 1,
  '0x2eb2c2d6': 1,
}

/**
 * Returns the recipient that the data of a transfer of tokens names, in lower case; empty if it is not such a transfer. What the
 * sender has signed is here: the token's logs may say anything.
 */
export function readPayee(input: string): string {
  const position = positions[input.slice(0, 10).toLowerCase()]
  if (position === undefined) return ''
  const word = input.slice(10 + 64 * position, 74 + 64 * position).toLowerCase()
  return /^0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(24)}` : ''
}

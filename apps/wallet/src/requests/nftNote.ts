import type { Warning } from '../approve/Description.ts'

/** Returns what it can mean to lose an NFT. */
export const nftNote: Warning = {
  level: 'note',
  text: 'An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.',
}

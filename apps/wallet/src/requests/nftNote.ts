import type { Warning } from '../approve/Description.ts'
import { riskText } from './riskCopy.ts'

/** Returns what it can mean to lose an NFT. */
export function nftNote(): Warning {
  return { level: 'note', text: riskText('risk.nft') }
}

import { formatAmount } from '../formatAmount.ts'
import { nameSolanaToken } from './nameSolanaToken.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/** Formats an asset with its amount: "0.5 SOL", "120 USDC". */
export function formatSolanaAsset(asset: SolanaAsset, facts: Pick<SolanaFacts, 'tokens'>): string {
  if (asset.kind === 'coin') return formatSol(asset.amount)
  const about = asset.mint === undefined ? undefined : facts.tokens.get(asset.mint)
  return formatAmount(asset.amount, {
    symbol: nameSolanaToken(asset.mint, facts),
    decimals: asset.decimals ?? about?.decimals,
  })
}

/** Formats lamports: "0.5 SOL". */
export function formatSol(lamports: bigint): string {
  return formatAmount(lamports, { symbol: 'SOL', decimals: 9 })
}

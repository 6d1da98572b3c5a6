import { formatAmount } from '../formatAmount.ts'
import { shorten } from '../formatAsset.ts'
import { solanaText } from './copy.ts'
import { solanaSymbol } from './nameSolanaToken.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/** Formats an asset with its amount: "0.5 SOL", "120 USDC". */
export function formatSolanaAsset(asset: SolanaAsset, facts: Pick<SolanaFacts, 'tokens'>): string {
  if (asset.kind === 'coin') return formatSol(asset.amount)
  const { mint } = asset
  const symbol = mint === undefined ? undefined : solanaSymbol(mint, facts)
  const decimals = asset.decimals ?? (mint === undefined ? undefined : facts.tokens.get(mint)?.decimals)
  const hasDecimals = decimals !== undefined && decimals <= 60
  if (symbol !== undefined && hasDecimals) return formatAmount(asset.amount, { symbol, decimals })
  const amount = formatAmount(asset.amount, { decimals: hasDecimals ? decimals : 0 })
  const unit = hasDecimals ? 'whole' : 'smallest'
  if (symbol !== undefined) return solanaText('solana.amounts.smallest', { amount, symbol })
  if (mint === undefined) return solanaText(`solana.amounts.${unit}OfUnknown`, { amount })
  return solanaText(`solana.amounts.${unit}OfMint`, { amount, mint: shorten(mint) })
}

/** Formats lamports: "0.5 SOL". */
export function formatSol(lamports: bigint): string {
  return formatAmount(lamports, { symbol: 'SOL', decimals: 9 })
}

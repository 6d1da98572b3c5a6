import { formatDollars } from '../../approve/formatDollars.ts'
import { solanaText } from './copy.ts'
import { formatSol } from './formatSolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'

/** Formats fees and deposits, in SOL and in US dollars: "0.000005 SOL · < $0.01". */
export function formatCosts(
  lamports: bigint,
  { facts, isTest }: { facts: SolanaFacts; isTest: boolean },
): string {
  const { price } = facts.coin
  if (price === undefined)
    return `${formatSol(lamports)} · ${isTest ? solanaText('solana.testCoins') : solanaText('solana.noPrice')}`
  const dollars = (Number(lamports) / 1e9) * price
  const written = formatDollars(Math.max(dollars, 0.01), 2)
  return `${formatSol(lamports)} · ${dollars < 0.01 ? `< ${written}` : written}`
}

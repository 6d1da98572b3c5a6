import { solanaText } from './copy.ts'
import { leavingAssets } from './leavingAssets.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'

/**
 * Returns why transactions that the wallet sends would fail now, if the simulation of one fails. Whether SOL is
 * missing is read from the account's own balance, never from the error of a program.
 */
export function explainSolanaFailure({
  parts,
  facts: { coin, outcomes },
  isSent,
}: {
  parts: readonly SolanaPart[]
  facts: SolanaFacts
  /** The wallet sends the transactions itself; otherwise the site keeps them, signed, and a failure now is no safety. */
  isSent: boolean
}): string | undefined {
  const failed = outcomes.find((outcome) => outcome?.status === 'failed')
  if (!isSent || failed?.status !== 'failed') return undefined
  const needed = parts.reduce(
    (sum, { fee, effects }) =>
      leavingAssets(effects).reduce((all, { kind, amount }) => (kind === 'coin' ? all + amount : all), sum) +
      fee,
    0n,
  )
  return coin.balance !== undefined && needed > coin.balance
    ? solanaText('solana.failures.notEnough')
    : solanaText('solana.failures.other', { reason: failed.reason })
}

import type { Warning } from '../../approve/Description.ts'
import { formatDollars } from '../../approve/formatDollars.ts'
import type { RiskLimits } from '../../page/RiskLimits.ts'
import { joinNames } from '../joinNames.ts'
import { solanaText } from './copy.ts'
import { formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { leavingAssets } from './leavingAssets.ts'
import { nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import { readTokenAccount } from './readTokenAccount.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import { solanaWorthOf } from './solanaWorthOf.ts'
import { listSummedAccounts, sumSolanaAssets } from './sumSolanaAssets.ts'

/**
 * Lists the reasons why transactions are more than small ones: they move too much together, or something without a price, or the
 * wallet cannot verify what. A reason makes a request high risk.
 */
export function solanaRiskReasons({
  parts,
  facts,
  isTest,
  limits,
}: {
  parts: readonly SolanaPart[]
  facts: SolanaFacts
  /** Nothing has real value. */
  isTest: boolean
  limits: RiskLimits
}): Warning[] {
  const effects = parts.flatMap((part) => part.effects)
  const leaving = leavingAssets(effects)
  const allowed = effects.flatMap((effect) => (effect.type === 'allow' ? [effect.asset] : []))
  const fees = parts.reduce((sum, { fee }) => sum + fee, 0n)
  return [
    ...(parts.some(({ resolved }) => resolved.loadedCount > 0)
      ? [note(solanaText('solana.warnings.loaded'))]
      : []),
    ...proofReasons(effects),
    ...worthReasons({
      sent: sumSolanaAssets(leaving),
      allowed,
      costs: fees + rents(effects),
      facts,
      isTest,
      limits,
    }),
    ...shareReasons({ leaving, costs: fees + rents(effects.filter(isNew)), facts, limits }),
    ...allowedReasons(allowed, facts),
    // Whatever it is worth: others decide what happens next.
    ...(allowed.some(({ amount }) => !isEverything(amount))
      ? [note(solanaText('solana.warnings.allow'))]
      : []),
    ...effects.flatMap((effect) => {
      if (effect.type !== 'act') return []
      const { type: _, change, ...values } = effect
      return [note(solanaText(`solana.warnings.${change}`, values))]
    }),
  ]
}

function rents(effects: readonly OwnEffect[]): bigint {
  return effects.reduce((sum, effect) => (effect.type === 'open' ? sum + effect.lamports : sum), 0n)
}

/** Whether an effect opens an account: one that exists already costs no rent. */
function isNew(effect: OwnEffect): boolean {
  return effect.type === 'open' && effect.isNew
}

function proofReasons(effects: readonly OwnEffect[]): Warning[] {
  const isUnproven = effects.some(
    (effect) =>
      'asset' in effect && effect.asset.kind === 'token' && effect.type !== 'keep' && !effect.asset.isProven,
  )
  const isRecipientUnproven = effects.some((effect) => effect.type === 'send' && !effect.to.isProven)
  return [
    ...(isUnproven ? [note(solanaText('solana.warnings.unprovenToken'))] : []),
    ...(isRecipientUnproven ? [note(solanaText('solana.warnings.unprovenRecipient'))] : []),
  ]
}

function worthReasons({
  sent,
  allowed,
  costs,
  facts,
  isTest,
  limits,
}: {
  sent: readonly SolanaAsset[]
  allowed: readonly SolanaAsset[]
  /** Fees and rent, in lamports. */
  costs: bigint
  facts: SolanaFacts
  isTest: boolean
  limits: RiskLimits
}): Warning[] {
  const limited = allowed.filter(({ amount }) => !isEverything(amount))
  const all = [...sent, ...limited].filter(({ amount }) => amount > 0n)
  const fees = { kind: 'coin', amount: costs } as const
  const unpriced = [...all, ...(costs > 0n ? [fees] : [])].filter(
    (asset) => solanaWorthOf(asset, facts) === undefined,
  )
  const names = [...new Set(unpriced.map((asset) => nameOf(asset, facts)))]
  const worth = [...all, fees].reduce((sum, asset) => sum + (solanaWorthOf(asset, facts) ?? 0), 0)
  return [
    ...(names.length === 0
      ? []
      : [
          note(
            isTest
              ? solanaText('solana.warnings.testNetwork')
              : solanaText('solana.warnings.noPrice', { names: joinNames(names) }),
          ),
        ]),
    ...(worth > limits.usd
      ? [
          note(
            solanaText(unpriced.length === 0 ? 'solana.warnings.total' : 'solana.warnings.totalPriced', {
              dollars: formatDollars(worth),
            }),
          ),
        ]
      : []),
  ]
}

function shareReasons({
  leaving,
  costs,
  facts,
  limits,
}: {
  leaving: readonly SolanaAsset[]
  /** Fees and the rent of new accounts, in lamports. They count to what leaves of SOL. */
  costs: bigint
  facts: SolanaFacts
  limits: RiskLimits
}): Warning[] {
  const fees = costs > 0n ? [{ kind: 'coin', amount: costs } as const] : []
  return sumSolanaAssets([...leaving, ...fees]).flatMap((asset): Warning[] => {
    if (asset.amount === 0n) return []
    const name = nameOf(asset, facts)
    const owner = asset.kind === 'token' ? asset.owner : undefined
    const balance = balanceOf(asset, { leaving, facts })
    // What several people own has another owner than the visitor.
    const of = owner === undefined ? '' : 'Of'
    const values = { name, owner: owner ?? '' }
    if (balance === undefined) return [note(solanaText(`solana.warnings.unread${of}`, values))]
    if (asset.amount > balance)
      return [
        note(
          solanaText(`solana.warnings.tooMuch${of}`, {
            ...values,
            have: formatSolanaAsset({ ...asset, amount: balance }, facts),
          }),
        ),
      ]
    const isShare = asset.amount * 10_000n > balance * BigInt(Math.round(limits.share * 10_000))
    if (!isShare) return []
    const amount = formatSolanaAsset(asset, facts)
    const percent = Number((asset.amount * 100n) / balance)
    const id =
      asset.kind === 'coin' && costs > 0n
        ? ('solana.warnings.shareWithCosts' as const)
        : (`solana.warnings.share${of}` as const)
    return [note(solanaText(id, { ...values, amount, percent }))]
  })
}

function allowedReasons(allowed: readonly SolanaAsset[], facts: SolanaFacts): Warning[] {
  return allowed.flatMap((asset): Warning[] => {
    const balance = balanceOf(asset, { leaving: [asset], facts })
    if (isEverything(asset.amount) || balance === undefined || asset.amount <= balance) return []
    return [
      note(
        solanaText('solana.warnings.allowedTooMuch', {
          have: formatSolanaAsset({ ...asset, amount: balance }, facts),
        }),
      ),
    ]
  })
}

/** What the accounts have that a sum is taken from; undefined if one of them could not be read. */
function balanceOf(
  sum: SolanaAsset,
  { leaving, facts: { coin, states } }: { leaving: readonly SolanaAsset[]; facts: SolanaFacts },
): bigint | undefined {
  if (sum.kind === 'coin') return coin.balance
  return listSummedAccounts(sum, leaving).reduce<bigint | undefined>((total, account) => {
    const amount = readTokenAccount(states.get(account))?.amount
    return total === undefined || amount === undefined ? undefined : total + amount
  }, 0n)
}

function nameOf(asset: SolanaAsset, facts: SolanaFacts): string {
  return asset.kind === 'coin' ? 'SOL' : nameSolanaToken(asset.mint, facts)
}

function note(text: string): Warning {
  return { level: 'note', text }
}

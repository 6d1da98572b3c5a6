import type { Warning } from '../../approve/Description.ts'
import type { RiskLimits } from '../../page/RiskLimits.ts'
import { formatDollars } from '../formatDollars.ts'
import { joinNames } from '../joinNames.ts'
import { copy } from './copy.ts'
import { formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import { readTokenAccount } from './readTokenAccount.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import { solanaWorthOf } from './solanaWorthOf.ts'
import { sumSolanaAssets } from './sumSolanaAssets.ts'

const { warnings } = copy

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
  const sent = sumSolanaAssets(effects.flatMap(leaves))
  const allowed = effects.flatMap((effect) => (effect.type === 'allow' ? [effect.asset] : []))
  const costs = parts.reduce((sum, { fee }) => sum + fee, 0n) + rents(effects)
  return [
    ...(parts.some(({ resolved }) => resolved.loadedCount > 0) ? [note(warnings.loaded)] : []),
    ...proofReasons(effects),
    ...worthReasons({ sent, allowed, costs, facts, isTest, limits }),
    ...balanceReasons({ sent, allowed, facts, limits }),
    // Whatever it is worth: others decide what happens next.
    ...(allowed.some(({ amount }) => !isEverything(amount)) ? [note(warnings.allow)] : []),
    ...effects.flatMap((effect) => (effect.type === 'act' ? [note(warnings.act(effect.text))] : [])),
  ]
}

/** What leaves the account, without what it sends to itself. */
function leaves(effect: OwnEffect): SolanaAsset[] {
  return effect.type === 'send' || effect.type === 'burn' ? [effect.asset] : []
}

function rents(effects: readonly OwnEffect[]): bigint {
  return effects.reduce((sum, effect) => (effect.type === 'open' ? sum + effect.lamports : sum), 0n)
}

function proofReasons(effects: readonly OwnEffect[]): Warning[] {
  const isUnproven = effects.some(
    (effect) =>
      'asset' in effect && effect.asset.kind === 'token' && effect.type !== 'keep' && !effect.asset.isProven,
  )
  const isRecipientUnproven = effects.some((effect) => effect.type === 'send' && !effect.to.isProven)
  return [
    ...(isUnproven ? [note(warnings.unprovenToken)] : []),
    ...(isRecipientUnproven ? [note(warnings.unprovenRecipient)] : []),
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
    ...(names.length === 0 ? [] : [note(isTest ? warnings.testNetwork : warnings.noPrice(joinNames(names)))]),
    ...(worth > limits.usd ? [note(warnings.total(formatDollars(worth), unpriced.length === 0))] : []),
  ]
}

function balanceReasons({
  sent,
  allowed,
  facts,
  limits,
}: {
  sent: readonly SolanaAsset[]
  allowed: readonly SolanaAsset[]
  facts: SolanaFacts
  limits: RiskLimits
}): Warning[] {
  const ofSent = sent.flatMap((asset): Warning[] => {
    const name = nameOf(asset, facts)
    const balance = balanceOf(asset, facts)
    if (asset.amount === 0n) return []
    if (balance === undefined) return [note(warnings.unread(name))]
    if (asset.amount > balance)
      return [note(warnings.tooMuch(formatSolanaAsset({ ...asset, amount: balance }, facts)))]
    const isShare = asset.amount * 10_000n > balance * BigInt(Math.round(limits.share * 10_000))
    return isShare
      ? [note(warnings.share(formatSolanaAsset(asset, facts), (asset.amount * 100n) / balance, name))]
      : []
  })
  const ofAllowed = allowed.flatMap((asset): Warning[] => {
    const balance = balanceOf(asset, facts)
    if (isEverything(asset.amount) || balance === undefined || asset.amount <= balance) return []
    return [note(warnings.allowedTooMuch(formatSolanaAsset({ ...asset, amount: balance }, facts)))]
  })
  return [...ofSent, ...ofAllowed]
}

function balanceOf(asset: SolanaAsset, { coin, states }: SolanaFacts): bigint | undefined {
  return asset.kind === 'coin' ? coin.balance : readTokenAccount(states.get(asset.account))?.amount
}

function nameOf(asset: SolanaAsset, facts: SolanaFacts): string {
  return asset.kind === 'coin' ? 'SOL' : nameSolanaToken(asset.mint, facts)
}

function note(text: string): Warning {
  return { level: 'note', text }
}

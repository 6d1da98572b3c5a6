import { base64 } from '@scure/base'
import type { Description, Fact, TreeNode, Warning } from '../../approve/Description.ts'
import { showOrigin } from '../../approve/showOrigin.ts'
import type { RiskLimits } from '../../page/RiskLimits.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { listedAtMost } from '../listedAtMost.ts'
import { networkName } from '../networkName.ts'
import { raiseRisk } from '../raiseRisk.ts'
import { unlistedWarning } from '../unlistedWarning.ts'
import { solanaText } from './copy.ts'
import { describeOwnEffects } from './describeOwnEffects.ts'
import { explainSolanaFailure } from './explainSolanaFailure.ts'
import { findUnannouncedOutcome } from './findUnannouncedOutcome.ts'
import { fitsOnLine } from './fitsOnLine.ts'
import { formatCosts } from './formatCosts.ts'
import { formatSolanaAsset } from './formatSolanaAsset.ts'
import { isPlayMoney } from './isPlayMoney.ts'
import { leavingAssets } from './leavingAssets.ts'
import type { OwnEffect } from './OwnEffect.ts'
import { ownAmount } from './ownAmount.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import { solanaRiskReasons } from './solanaRiskReasons.ts'
import { solanaWarnings } from './solanaWarnings.ts'
import { sumSolanaAssets } from './sumSolanaAssets.ts'
import { titleSolana } from './titleSolana.ts'

type DescribeSolanaParameters = {
  parts: readonly SolanaPart[]
  facts: SolanaFacts
  /** The account. */
  own: string
  chainId: string
  limits: RiskLimits
  /** The wallet sends the transactions itself; otherwise the site gets them signed. */
  isSent: boolean
  /** The origin of the site. */
  origin: string
  /** What is unusual about the texts that are published. */
  noteWarnings: readonly Warning[]
}

/**
 * Describes transactions on Solana: what they do, what they cost and what is unusual. What the bytes say takes precedence over the
 * simulation, which only adds warnings. Only transactions that together move no more than the limits, all of it with a known price and
 * verifiable, are of medium risk; all others are of high risk.
 */
export function describeSolanaTransactions(parameters: DescribeSolanaParameters): Description {
  const { parts, facts, own, chainId, limits, isSent } = parameters
  const isTest = isPlayMoney(parameters)
  const effects = parts.flatMap((part) => part.effects)
  const failure = explainSolanaFailure({ parts, facts, isSent })
  const reasons = solanaRiskReasons({ parts, facts, isTest, limits })
  const listed = listEffects(parameters)
  const warnings = [
    ...reasons,
    ...solanaWarnings({ parts, facts, own, chainId, isSent, failure }),
    ...parameters.noteWarnings,
    ...(listed.unlisted > 0 ? [unlistedWarning(listed.unlisted)] : []),
  ]
  const notes = effects.flatMap((effect) =>
    effect.type === 'memo' && !fitsOnLine(effect.text) ? [effect.text] : [],
  )
  const title = titleSolana(effects, facts, siteOf(parameters))
  return {
    name: 'transaction',
    title: parts.length > 1 ? solanaText('solana.titles.inSeveral', { title, count: parts.length }) : title,
    facts: [
      ...listed.facts,
      describeFee(parameters),
      ...(isSent && !effects.some(({ type }) => type === 'durableNonce')
        ? []
        : [{ label: solanaText('solana.labels.canBeSent'), value: describeUse(effects) }]),
      { label: solanaText('solana.labels.network'), value: describeNetwork(parameters) },
    ],
    ...(notes.length > 0 ? { text: notes.join('\n\n') } : {}),
    tree: parts.map((part, index) => toTree(part, parts.length > 1 ? index + 1 : undefined)),
    details: [
      { label: solanaText('solana.labels.account'), value: own, kind: 'address' },
      ...listOtherSigners(parts, own),
      ...parts.map(
        ({ transaction: { message } }): Fact => ({
          label: solanaText('solana.labels.blockhash'),
          value: message.blockhash,
        }),
      ),
    ],
    raw: parts.map(({ transaction }) => base64.encode(transaction.wire)).join('\n'),
    warnings: toShown(warnings),
    ...(failure ? { failure } : {}),
    risk: raiseRisk(reasons.length > 0 ? 'high' : 'medium', warnings),
    ...(isTest ? { isTest } : {}),
    ...(movesNothing(effects) && warnings.every(({ level }) => level === 'note')
      ? { stake: 'none' as const }
      : {}),
  }
}

/** The site that gets the signed transactions, if it does. */
function siteOf({ isSent, origin }: DescribeSolanaParameters): string | undefined {
  return isSent ? undefined : showOrigin(origin)
}

/** Lists what leaves, what arrives and what changes; for several transactions, the sum first and then one by one. */
function listEffects(parameters: DescribeSolanaParameters): { facts: Fact[]; unlisted: number } {
  const { parts, facts, isSent } = parameters
  const effects = parts.flatMap((part) => part.effects)
  const sends = isSent ? solanaText('solana.labels.sendsNow') : solanaText('solana.labels.sendsLater')
  const moved = leavingAssets(effects)
  const sent = sumSolanaAssets(moved)
  const simulated = parts.flatMap((part, index) => findUnannouncedOutcome(part, facts.outcomes[index]).assets)
  const toOut = (value: string): Fact => ({ label: sends, value, kind: 'out' })
  const shown = effects.filter(({ type }) => type !== 'keep').slice(0, listedAtMost)
  const unlisted = effects.filter((effect) => effect.type !== 'keep' && !shown.includes(effect)).length
  // A single amount stands first; several are summed up first and then listed one by one.
  const isSum = moved.length > 1 || parts.length > 1
  const of = (some: readonly OwnEffect[]) =>
    describeOwnEffects(
      some.filter((one) => shown.includes(one)),
      { facts, isTest: isPlayMoney(parameters), sends: isSum ? sends : undefined },
    )
  const each =
    parts.length > 1
      ? parts.flatMap(({ effects: some }, index) => [
          {
            label: solanaText('solana.labels.transaction', { number: index + 1 }),
            value: titleSolana(some, facts, siteOf(parameters)),
          },
          ...of(some),
        ])
      : of(effects)
  const burns = !isSum && effects.some(({ type }) => type === 'burn')
  return {
    facts: [
      ...sent.map((asset) => ({
        ...toOut(formatSolanaAsset(asset, facts)),
        label: isSum
          ? solanaText(isSent ? 'solana.labels.sendsNowTotal' : 'solana.labels.sendsLaterTotal')
          : burns
            ? solanaText('solana.labels.burns')
            : sends,
      })),
      ...(sent.length === 0 ? [{ label: sends, value: nothingSent(parameters, simulated) }] : []),
      ...simulated.map((asset) =>
        toOut(solanaText('solana.simulated', { amount: formatSolanaAsset(asset, facts) })),
      ),
      ...received(parameters),
      ...each,
    ],
    unlisted,
  }
}

function nothingSent({ parts, facts }: DescribeSolanaParameters, simulated: readonly SolanaAsset[]): string {
  const isCertain = parts.every(
    ({ effects }, index) => facts.outcomes[index] && effects.every(({ type }) => type !== 'unknown'),
  )
  if (!isCertain || simulated.length > 0) return solanaText('solana.nothingKnown')
  if (parts.some(({ effects }) => effects.some(({ type }) => type === 'keep')))
    return solanaText('solana.keptOnly')
  return parts.some(({ fee }) => fee > 0n) ? solanaText('solana.nothingSent') : solanaText('solana.nothing')
}

/** What arrives, by the simulation: instructions cannot show it. */
function received({ parts, facts, isSent }: DescribeSolanaParameters): Fact[] {
  const label = isSent ? solanaText('solana.labels.receivesNow') : solanaText('solana.labels.receivesLater')
  if (facts.outcomes.some((outcome) => outcome?.status !== 'success'))
    return [{ label, value: solanaText('solana.unknown') }]
  const assets = facts.outcomes.flatMap((outcome, index): SolanaAsset[] => {
    if (outcome?.status !== 'success') return []
    const part = parts[index]
    const spent = leavingAssets(part?.effects ?? [])
    const coins = ownAmount(spent, 'coin') + (part?.fee ?? 0n) - outcome.coinsOut
    // Rent and what is wrapped stay the account's own or are listed as what leaves.
    const isReceived = outcome.coinsOut < 0n && coins > 0n
    return [
      ...(isReceived ? [{ kind: 'coin', amount: coins } as const] : []),
      ...[...outcome.tokensOut].flatMap(([mint, out]): SolanaAsset[] => {
        const amount = ownAmount(spent, { mint }) - out
        return amount > 0n
          ? [{ kind: 'token', account: mint, mint, isProven: true, decimals: undefined, amount }]
          : []
      }),
    ]
  })
  const sums = sumSolanaAssets(assets)
  if (sums.length === 0) return [{ label, value: solanaText('solana.nothing') }]
  return sums.flatMap((asset): Fact[] => [
    { label, value: solanaText('solana.simulated', { amount: formatSolanaAsset(asset, facts) }), kind: 'in' },
    // A name is chosen by whoever creates the token: only the mint tells it from another one.
    ...(asset.kind === 'token' && asset.mint !== undefined
      ? [{ label: solanaText('solana.labels.token'), value: asset.mint, kind: 'address' } as const]
      : []),
  ])
}

function describeNetwork({ chainId, facts, isSent }: DescribeSolanaParameters): string {
  const name = knownNetworks[chainId]?.name ?? networkName(chainId)
  if (!facts.isOfNetwork) return solanaText('solana.otherNetwork', { name })
  return isSent ? networkName(chainId) : name
}

function describeFee(parameters: DescribeSolanaParameters): Fact {
  const { parts, facts } = parameters
  const fee = parts.reduce((sum, one) => sum + one.fee, 0n)
  if (fee === 0n) return { label: solanaText('solana.labels.noFee'), value: solanaText('solana.otherPays') }
  return {
    label: solanaText('solana.labels.fee'),
    value: formatCosts(fee, { facts, isTest: isPlayMoney(parameters) }),
  }
}

function describeUse(effects: readonly OwnEffect[]): string {
  return effects.some(({ type }) => type === 'durableNonce')
    ? solanaText('solana.noEnd')
    : solanaText('solana.minutes')
}

function listOtherSigners(parts: readonly SolanaPart[], own: string): Fact[] {
  const signers = parts.flatMap(({ transaction: { message } }) =>
    message.accounts.slice(0, message.signerCount),
  )
  return [...new Set(signers)]
    .filter((address) => address !== own)
    .map((value) => ({ label: solanaText('solana.labels.otherSigner'), value, kind: 'address' }))
}

function movesNothing(effects: readonly OwnEffect[]): boolean {
  return effects.every(({ type }) => type === 'revoke' || type === 'memo' || type === 'keep')
}

/** Returns each warning once, the dangers first. */
function toShown(warnings: readonly Warning[]): Warning[] {
  const distinct = [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
  const isDanger = ({ level }: Warning) => level === 'danger'
  return [...distinct.filter(isDanger), ...distinct.filter((warning) => !isDanger(warning))]
}

function toTree({ instructions, transaction }: SolanaPart, number: number | undefined): TreeNode {
  return {
    label:
      number === undefined
        ? solanaText('solana.labels.instructions')
        : solanaText('solana.labels.transaction', { number }),
    type: transaction.message.version === 'legacy' ? 'legacy' : 'version 0',
    children: instructions.map(({ name, program, fields }) => ({
      label: name,
      type: program,
      children: fields.map(({ label, value }) => ({ label, value: value.slice(0, 2000) })),
    })),
  }
}

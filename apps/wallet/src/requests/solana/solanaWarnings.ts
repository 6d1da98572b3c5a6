import type { Warning } from '../../approve/Description.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { solanaText } from './copy.ts'
import { findUnannouncedOutcome } from './findUnannouncedOutcome.ts'
import { formatSol, formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { imitates, nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import { findSolanaLookAlike } from './solanaRecipients.ts'

/** In US dollars. */
const highFee = 50
const extremeFee = 1000
/** Lamports (a tenth of a SOL) that count as high if SOL has no price. */
const highUnpricedFee = 100_000_000n
/** A lower fee is not worth a warning, however little is sent: in US dollars, and in lamports if SOL has no price. */
const smallFee = 0.5
const smallUnpricedFee = 1_000_000n

/** Lists what is unusual about transactions: from their bytes, and in addition from the simulation. */
export function solanaWarnings({
  parts,
  facts,
  own,
  chainId,
  isSent,
  failure,
}: {
  parts: readonly SolanaPart[]
  facts: SolanaFacts
  own: string
  chainId: string
  /** The wallet sends the transactions itself; otherwise the site keeps them, signed. */
  isSent: boolean
  /** Why they would fail now, if a simulation says so. */
  failure: string | undefined
}): Warning[] {
  const effects = parts.flatMap((part) => part.effects)
  const otherNetwork = knownNetworks[chainId]?.isTest
    ? solanaText('solana.warnings.notTestNetwork')
    : solanaText('solana.warnings.otherNetwork')
  return [
    ...(facts.isOfNetwork ? [] : [danger(otherNetwork)]),
    ...(parts.some(({ resolved }) => resolved.missingCount > 0)
      ? [danger(solanaText('solana.warnings.missing'))]
      : []),
    ...effects.flatMap((effect) => effectDangers(effect, { facts, own })),
    ...(!isSent && effects.some(({ type }) => type === 'memo')
      ? [note(solanaText('solana.warnings.signedMemo'))]
      : []),
    ...simulationWarnings(parts, { facts, failure }),
    ...tokenWarnings(effects, facts),
    ...partyWarnings(effects, { facts, own }),
    ...feeWarnings(parts, effects, facts),
  ]
}

function effectDangers(effect: OwnEffect, { facts, own }: { facts: SolanaFacts; own: string }): Warning[] {
  switch (effect.type) {
    case 'unknown':
      return [
        danger(
          effect.isSigned
            ? solanaText('solana.warnings.unknownSigned', { program: effect.program })
            : solanaText('solana.warnings.unknown', { program: effect.program }),
        ),
      ]
    case 'giveAway': {
      const { what, account, to } = effect
      return [
        danger(
          solanaText(
            account === own
              ? `solana.warnings.handOverSelf${to === undefined ? '' : 'To'}`
              : `solana.warnings.handOver${to === undefined ? '' : 'To'}.${what}`,
            { account, to: to ?? '' },
          ),
        ),
      ]
    }
    case 'durableNonce':
      return [danger(solanaText('solana.warnings.durableNonce'))]
    case 'close': {
      const amount = effect.lamports === undefined ? undefined : formatSol(effect.lamports)
      return effect.isKept
        ? []
        : [
            danger(
              amount === undefined
                ? solanaText('solana.warnings.closeForOther', { to: effect.to })
                : solanaText('solana.warnings.closeForOtherAmount', { to: effect.to, amount }),
            ),
          ]
    }
    case 'send':
      return effect.to.isShared ? [danger(solanaText('solana.warnings.sharedAccount'))] : []
    case 'burn':
      return [danger(solanaText('solana.warnings.burn', { amount: formatSolanaAsset(effect.asset, facts) }))]
    case 'allow':
      return isEverything(effect.asset.amount)
        ? [
            danger(
              solanaText('solana.warnings.allowAll', { name: nameSolanaToken(effect.asset.mint, facts) }),
            ),
          ]
        : []
    case 'shared':
      return [danger(solanaText('solana.warnings.shared', { owner: effect.owner }))]
    default:
      return []
  }
}

function simulationWarnings(
  parts: readonly SolanaPart[],
  { facts, failure }: { facts: SolanaFacts; failure: string | undefined },
): Warning[] {
  return parts.flatMap((part, index): Warning[] => {
    const outcome = facts.outcomes[index]
    const of = (text: string) =>
      danger(
        parts.length > 1 ? solanaText('solana.warnings.ofTransaction', { number: index + 1, text }) : text,
      )
    if (!outcome) return [of(solanaText('solana.warnings.notSimulated'))]
    if (outcome.status === 'failed')
      return [
        of(
          failure
            ? solanaText('solana.warnings.wouldFail', { failure })
            : solanaText('solana.warnings.wouldFailLater', { reason: outcome.reason }),
        ),
      ]
    const { assets, hasPermissions, isTakenOver } = findUnannouncedOutcome(part, outcome)
    // What cannot be read has a warning of its own.
    const isRead = part.effects.every(({ type }) => type !== 'unknown')
    return [
      ...(assets.length > 0 && isRead ? [of(solanaText('solana.warnings.moreLeaves'))] : []),
      ...(hasPermissions ? [of(solanaText('solana.warnings.morePermissions'))] : []),
      ...(isTakenOver ? [of(solanaText('solana.warnings.takenOver'))] : []),
    ]
  })
}

/** Names tokens that only pretend to be well-known ones, whether they leave or arrive. */
function tokenWarnings(effects: readonly OwnEffect[], facts: SolanaFacts): Warning[] {
  const mints = new Set([
    ...effects.flatMap((effect) =>
      'asset' in effect && effect.asset.kind === 'token' ? (effect.asset.mint ?? []) : [],
    ),
    ...facts.outcomes.flatMap((outcome) =>
      outcome?.status === 'success' ? [...outcome.tokensOut.keys()] : [],
    ),
  ])
  return [...mints].flatMap((mint) => {
    const symbol = imitates(mint, facts)
    return symbol === undefined ? [] : [danger(solanaText('solana.warnings.imitation', { symbol, mint }))]
  })
}

function partyWarnings(
  effects: readonly OwnEffect[],
  { facts: { recipients }, own }: { facts: SolanaFacts; own: string },
): Warning[] {
  const parties = new Map(
    effects.flatMap((effect): [string, string][] => {
      if (effect.type === 'send') return [[effect.to.address, solanaText('solana.warnings.newRecipient')]]
      return effect.type === 'allow' ? [[effect.to, solanaText('solana.warnings.newSpender')]] : []
    }),
  )
  parties.delete(own)
  return [...parties].flatMap(([address, text]): Warning[] => {
    const twin = findSolanaLookAlike(address, recipients)
    if (twin !== undefined) return [danger(solanaText('solana.warnings.lookAlike', { known: twin }))]
    if (recipients.includes(address)) return []
    return [{ level: 'note', text: parties.size > 1 ? solanaText('solana.warnings.newRecipients') : text }]
  })
}

function feeWarnings(
  parts: readonly SolanaPart[],
  effects: readonly OwnEffect[],
  { coin: { price } }: SolanaFacts,
): Warning[] {
  const fee = parts.reduce((sum, one) => sum + one.fee, 0n)
  const dollars = price === undefined ? undefined : (Number(fee) / 1e9) * price
  if (dollars !== undefined && dollars > extremeFee) return [danger(solanaText('solana.warnings.extremeFee'))]
  if (dollars !== undefined && dollars > highFee) return [note(solanaText('solana.warnings.highFee'))]
  if (dollars === undefined && fee >= highUnpricedFee)
    return [danger(solanaText('solana.warnings.highUnpricedFee'))]
  const sent = effects.reduce(
    (sum, effect) =>
      effect.type === 'send' && effect.asset.kind === 'coin' ? sum + effect.asset.amount : sum,
    0n,
  )
  const isSmall = dollars === undefined ? fee < smallUnpricedFee : dollars < smallFee
  return !isSmall && sent > 0n && fee * 20n > sent ? [note(solanaText('solana.warnings.feeShare'))] : []
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}

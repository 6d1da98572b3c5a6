import type { Warning } from '../../approve/Description.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { copy } from './copy.ts'
import { findUnannouncedOutcome } from './findUnannouncedOutcome.ts'
import { formatSol, formatSolanaAsset } from './formatSolanaAsset.ts'
import { isEverything } from './isEverything.ts'
import { imitates, nameSolanaToken } from './nameSolanaToken.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import { findSolanaLookAlike } from './solanaRecipients.ts'

const { warnings } = copy
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
  const otherNetwork = knownNetworks[chainId]?.isTest ? warnings.notTestNetwork : warnings.otherNetwork
  return [
    ...(facts.isOfNetwork ? [] : [danger(otherNetwork)]),
    ...(parts.some(({ resolved }) => resolved.missingCount > 0) ? [danger(warnings.missing)] : []),
    ...effects.flatMap((effect) => effectDangers(effect, { facts, own })),
    ...(!isSent && effects.some(({ type }) => type === 'memo') ? [note(warnings.signedMemo)] : []),
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
        danger(effect.isSigned ? warnings.unknownSigned(effect.program) : warnings.unknown(effect.program)),
      ]
    case 'giveAway': {
      const { what, account, to } = effect
      return [danger(account === own ? warnings.handOverSelf(to) : warnings.handOver(what, account, to))]
    }
    case 'durableNonce':
      return [danger(warnings.durableNonce)]
    case 'close': {
      const amount = effect.lamports === undefined ? undefined : formatSol(effect.lamports)
      return effect.isKept ? [] : [danger(warnings.closeForOther(effect.to, amount))]
    }
    case 'send':
      return effect.to.isShared ? [danger(warnings.sharedAccount)] : []
    case 'burn':
      return [danger(warnings.burn(formatSolanaAsset(effect.asset, facts)))]
    case 'allow':
      return isEverything(effect.asset.amount)
        ? [danger(warnings.allowAll(nameSolanaToken(effect.asset.mint, facts)))]
        : []
    case 'shared':
      return [danger(warnings.shared(effect.owner))]
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
    const of = (text: string) => danger(parts.length > 1 ? warnings.ofTransaction(index + 1, text) : text)
    if (!outcome) return [of(warnings.notSimulated)]
    if (outcome.status === 'failed')
      return [of(failure ? warnings.wouldFail(failure) : warnings.wouldFailLater(outcome.reason))]
    const { assets, hasPermissions, isTakenOver } = findUnannouncedOutcome(part, outcome)
    // What cannot be read has a warning of its own.
    const isRead = part.effects.every(({ type }) => type !== 'unknown')
    return [
      ...(assets.length > 0 && isRead ? [of(warnings.moreLeaves)] : []),
      ...(hasPermissions ? [of(warnings.morePermissions)] : []),
      ...(isTakenOver ? [of(warnings.takenOver)] : []),
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
    return symbol === undefined ? [] : [danger(warnings.imitation(symbol, mint))]
  })
}

function partyWarnings(
  effects: readonly OwnEffect[],
  { facts: { recipients }, own }: { facts: SolanaFacts; own: string },
): Warning[] {
  const parties = new Map(
    effects.flatMap((effect): [string, string][] => {
      if (effect.type === 'send') return [[effect.to.address, warnings.newRecipient]]
      return effect.type === 'allow' ? [[effect.to, warnings.newSpender]] : []
    }),
  )
  parties.delete(own)
  return [...parties].flatMap(([address, text]): Warning[] => {
    const twin = findSolanaLookAlike(address, recipients)
    if (twin !== undefined) return [danger(warnings.lookAlike(twin))]
    if (recipients.includes(address)) return []
    return [{ level: 'note', text: parties.size > 1 ? warnings.newRecipients : text }]
  })
}

function feeWarnings(
  parts: readonly SolanaPart[],
  effects: readonly OwnEffect[],
  { coin: { price } }: SolanaFacts,
): Warning[] {
  const fee = parts.reduce((sum, one) => sum + one.fee, 0n)
  const dollars = price === undefined ? undefined : (Number(fee) / 1e9) * price
  if (dollars !== undefined && dollars > extremeFee) return [danger(warnings.extremeFee)]
  if (dollars !== undefined && dollars > highFee) return [note(warnings.highFee)]
  if (dollars === undefined && fee >= highUnpricedFee) return [danger(warnings.highUnpricedFee)]
  const sent = effects.reduce(
    (sum, effect) =>
      effect.type === 'send' && effect.asset.kind === 'coin' ? sum + effect.asset.amount : sum,
    0n,
  )
  const isSmall = dollars === undefined ? fee < smallUnpricedFee : dollars < smallFee
  return !isSmall && sent > 0n && fee * 20n > sent ? [note(warnings.feeShare)] : []
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}

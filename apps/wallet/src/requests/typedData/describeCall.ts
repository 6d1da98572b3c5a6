import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import { decodeCall } from '../decodeCall.ts'
import { describePermission } from '../describePermission.ts'
import type { Effect } from '../Effect.ts'
import { effectText } from '../effectCopy.ts'
import { effectWarnings } from '../effectWarnings.ts'
import { findNewParties } from '../findNewParties.ts'
import { formatAsset } from '../formatAsset.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { listEffects } from '../listEffects.ts'
import { listedAtMost } from '../listedAtMost.ts'
import { listParties } from '../listParties.ts'
import { listTokens } from '../listTokens.ts'
import { movesNft } from '../movesNft.ts'
import { nftNote } from '../nftNote.ts'
import type { Party } from '../partyWarnings.ts'
import { phraseEffects } from '../phraseEffects.ts'
import { unlistedWarning } from '../unlistedWarning.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import type { RecogniseParameters } from './RecognisedTypedData.ts'

/**
 * Describes the contract call that a message carries: what it moves or allows, and to whom. The phrase for a title is
 * undefined if that is not known.
 *
 * @param sends the label of what the call sends, such as `You send`
 * @param isTotalUnknown whether it can be made more than once
 */
export function describeCall({
  sends,
  isTotalUnknown = false,
  from,
  caller = 'you',
  to,
  data,
  parameters: { assets, tokenOf },
}: {
  sends: string
  isTotalUnknown?: boolean
  /** The account that makes the call. */
  from: Hex
  /** Whose account that is. */
  caller?: 'you' | 'safe'
  to: Hex
  data: TypedValue | undefined
  parameters: RecogniseParameters
}): {
  phrase: string | undefined
  facts: Fact[]
  warnings: Warning[]
  /** The contract that is called. */
  target: Fact
  parties: Party[]
} {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(data))
    return { phrase: undefined, facts: [], warnings: [], target: toTarget([], to), parties: [] }
  const effects = listEffects({
    transaction: { to, value: 0n },
    call: decodeCall(data as Hex),
    address: from,
    kindOf: (token) => assets.tokens.get(token.toLowerCase())?.kind ?? 'unclear',
  })
  for (const token of listTokens(effects)) tokenOf(token)
  const facts = effects.slice(0, listedAtMost).flatMap((effect) => describe(effect))
  if (effects.length > listedAtMost)
    facts.push({
      label: effectText('effect.labels.and'),
      value: typedText('typed.more.effects', { count: effects.length - listedAtMost }),
    })
  const added = findNewParties({ effects, to: undefined, address: from, recipients: [] })
  const isUnknown = effects.some(({ type }) => type === 'unknown')
  return {
    phrase: isUnknown ? undefined : phraseEffects(effects, { assets, address: from, caller }),
    facts,
    warnings: [
      ...(isUnknown ? [danger(typedText('typed.warnings.unknownCall'))] : []),
      ...effectWarnings(effects, { assets, address: from, caller }),
      ...(movesNft(effects) ? [nftNote()] : []),
      ...(effects.length > listedAtMost ? [unlistedWarning(effects.length - listedAtMost)] : []),
    ],
    target: toTarget(effects, to),
    parties: listParties(effects, { to: undefined, isCall: false, address: from })
      .filter(({ address }) => added.includes(address))
      .map((party) =>
        caller === 'safe' && party.role === 'recipient' ? { ...party, role: 'payee' } : party,
      ),
  }

  function describe(effect: Effect): Fact[] {
    if (effect.type === 'unknown')
      return [
        {
          label: typedText('typed.labels.theCall'),
          value: typedText('typed.call.unknown', { selector: effect.selector }),
        },
      ]
    const { type, asset, from: owner, to: party } = effect
    // The token of a call to another contract, such as Permit2.
    const token = 'token' in asset && asset.token.toLowerCase() !== to.toLowerCase() ? asset.token : undefined
    const which: Fact[] = token
      ? [{ label: effectText('effect.labels.token'), value: token, kind: 'address' }]
      : []
    if (type === 'allow' || type === 'revoke')
      return [...describePermission(effect, { assets, address: from, caller }), ...which]
    const amount = formatAsset(asset, assets)
    const isOwn = owner.toLowerCase() === from.toLowerCase()
    return [
      {
        label: isOwn ? sends : typedText('typed.labels.fromOther'),
        value: isOwn && isTotalUnknown ? typedText('typed.call.totalUnknown', { amount }) : amount,
        kind: 'out',
      },
      ...which,
      ...(isOwn
        ? []
        : [{ label: typedText('typed.labels.ownerOfOther'), value: owner, kind: 'address' } as const]),
      ...(party ? [{ label: effectText('effect.labels.to'), value: party, kind: 'address' } as const] : []),
    ]
  }
}

/** Describes whether the contract that is called is the token itself. */
function toTarget(effects: readonly Effect[], to: Hex): Fact {
  const asset = effects
    .flatMap((effect) => (effect.type !== 'unknown' && 'token' in effect.asset ? [effect.asset] : []))
    .find(({ token }) => token.toLowerCase() === to.toLowerCase())
  const labels = {
    erc20: 'typed.labels.calledToken',
    nft: 'typed.labels.calledCollection',
    collection: 'typed.labels.calledCollection',
    unclear: 'typed.labels.called',
  } as const
  return { label: typedText(asset ? labels[asset.kind] : 'typed.labels.called'), value: to, kind: 'address' }
}

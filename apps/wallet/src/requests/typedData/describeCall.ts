import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import { decodeCall } from '../decodeCall.ts'
import { describePermission } from '../describePermission.ts'
import type { Effect } from '../Effect.ts'
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
import { titleEffects } from '../titleEffects.ts'
import { unlistedWarning } from '../unlistedWarning.ts'
import { danger } from './danger.ts'
import type { RecogniseParameters } from './RecognisedTypedData.ts'

/**
 * Describes the contract call that a message carries: what it moves or allows, and to whom. The title is undefined if that is not
 * known.
 *
 * @param sends the label of what the call sends, such as `You send`
 * @param extent what is to be said of the amount that it sends
 */
export function describeCall({
  sends,
  extent,
  from,
  caller = 'you',
  to,
  data,
  parameters: { assets, tokenOf },
}: {
  sends: string
  extent?: string
  /** The account that makes the call. */
  from: Hex
  /** Whose account that is. */
  caller?: 'you' | 'safe'
  to: Hex
  data: TypedValue | undefined
  parameters: RecogniseParameters
}): {
  title: string | undefined
  facts: Fact[]
  warnings: Warning[]
  /** The contract that is called. */
  target: Fact
  parties: Party[]
} {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(data))
    return { title: undefined, facts: [], warnings: [], target: toTarget([], to), parties: [] }
  const effects = listEffects({
    transaction: { to, value: 0n },
    call: decodeCall(data as Hex),
    address: from,
    kindOf: (token) => assets.tokens.get(token.toLowerCase())?.kind ?? 'unclear',
  })
  for (const token of listTokens(effects)) tokenOf(token)
  const facts = effects.slice(0, listedAtMost).flatMap((effect) => describe(effect))
  if (effects.length > listedAtMost)
    facts.push({ label: 'And', value: `${effects.length - listedAtMost} more effects; see Details` })
  const added = findNewParties({ effects, to: undefined, address: from, recipients: [] })
  const isUnknown = effects.some(({ type }) => type === 'unknown')
  return {
    title: isUnknown ? undefined : titleEffects(effects, { assets, address: from, caller }),
    facts,
    warnings: [
      ...(isUnknown ? [danger('The wallet cannot read what this call does. It could take anything.')] : []),
      ...effectWarnings(effects, { assets, address: from, caller }),
      ...(movesNft(effects) ? [nftNote] : []),
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
      return [{ label: 'The call', value: `unknown to this wallet: function ${effect.selector}` }]
    const { type, asset, from: owner, to: party } = effect
    // The token of a call to another contract, such as Permit2.
    const token = 'token' in asset && asset.token.toLowerCase() !== to.toLowerCase() ? asset.token : undefined
    const which: Fact[] = token ? [{ label: 'Token', value: token, kind: 'address' }] : []
    if (type === 'allow' || type === 'revoke')
      return [...describePermission(effect, { assets, address: from, caller }), ...which]
    const isOwn = owner.toLowerCase() === from.toLowerCase()
    return [
      {
        label: isOwn ? sends : 'From another account',
        value: `${formatAsset(asset, assets)}${isOwn && extent ? `; ${extent}` : ''}`,
        kind: 'out',
      },
      ...which,
      ...(isOwn ? [] : [{ label: 'Owner', value: owner, kind: 'address' } as const]),
      ...(party ? [{ label: 'To', value: party, kind: 'address' } as const] : []),
    ]
  }
}

/** Describes whether the contract that is called is the token itself. */
function toTarget(effects: readonly Effect[], to: Hex): Fact {
  const asset = effects
    .flatMap((effect) => (effect.type !== 'unknown' && 'token' in effect.asset ? [effect.asset] : []))
    .find(({ token }) => token.toLowerCase() === to.toLowerCase())
  const kinds = {
    erc20: ', the token itself',
    nft: ', the collection itself',
    collection: ', the collection itself',
    unclear: '',
  }
  return {
    label: `Contract that is called${asset ? kinds[asset.kind] : ''}`,
    value: to,
    kind: 'address',
  }
}

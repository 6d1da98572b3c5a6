import type { Hex } from 'viem'
import type { Fact, Warning } from '../../approve/Description.ts'
import { decodeCall } from '../decodeCall.ts'
import type { Effect } from '../Effect.ts'
import { formatAllowed, formatAsset } from '../formatAsset.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { listEffects } from '../listEffects.ts'
import { listTokens } from '../listTokens.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import type { RecogniseParameters } from './RecognisedTypedData.ts'

const maxEffects = 4

/**
 * Describes the contract call that a message carries: what it moves or allows, and to whom.
 *
 * @param sends the label of what the call sends, such as `You send`
 */
export function describeCall({
  sends,
  from,
  to,
  data,
  parameters: { assets, now, tokenOf },
}: {
  sends: string
  /** The account that makes the call. */
  from: Hex
  to: Hex
  data: TypedValue | undefined
  parameters: RecogniseParameters
}): { facts: Fact[]; warnings: Warning[] } {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(data)) return { facts: [], warnings: [] }
  const effects = listEffects({
    transaction: { to, value: 0n },
    call: decodeCall(data as Hex),
    address: from,
    kindOf: (token) => assets.tokens.get(token.toLowerCase())?.kind ?? 'unclear',
  })
  for (const token of listTokens(effects)) tokenOf(token)
  const facts = effects.slice(0, maxEffects).flatMap((effect) => describe(effect))
  if (effects.length > maxEffects)
    facts.push({ label: 'And', value: `${effects.length - maxEffects} more effects, see Details` })
  const isUnknown = effects.some(({ type }) => type === 'unknown')
  return {
    facts,
    warnings: isUnknown
      ? [danger('This wallet does not know what this call does. It could take anything.')]
      : [],
  }

  function describe(effect: Effect): Fact[] {
    if (effect.type === 'unknown') return [{ label: 'The call', value: `unknown (${effect.selector})` }]
    const { type, asset, from: owner, to: party } = effect
    const isOwn = owner.toLowerCase() === from.toLowerCase()
    const whose: Fact[] = isOwn ? [] : [{ label: 'Owner', value: owner, kind: 'address' }]
    // The token of a call to another contract, such as Permit2.
    const token = 'token' in asset && asset.token.toLowerCase() !== to.toLowerCase() ? asset.token : undefined
    const which: Fact[] = token ? [{ label: 'Token', value: token, kind: 'address' }] : []
    const who = (label: string): Fact[] => (party ? [{ label, value: party, kind: 'address' }] : [])
    if (type === 'send')
      return [
        { label: isOwn ? sends : 'Moves', value: `−${formatAsset(asset, assets)}`, kind: 'out' },
        ...which,
        ...whose,
        ...who('To'),
      ]
    const isNft = asset.kind === 'nft' || asset.kind === 'collection'
    return [
      type === 'allow'
        ? { label: isNft ? 'May take' : 'May spend', value: formatAllowed(asset, assets), kind: 'out' }
        : { label: isNft ? 'May take' : 'May spend', value: 'nothing any more' },
      ...which,
      ...whose,
      ...who('Spender'),
      // The decoder of ABIs returns numbers of 48 bits as `number`.
      ...(type === 'allow' && effect.until !== undefined
        ? describeExpiry('permission', BigInt(effect.until), now).facts
        : []),
    ]
  }
}

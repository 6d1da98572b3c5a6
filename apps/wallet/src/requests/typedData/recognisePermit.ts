import type { Fact } from '../../approve/Description.ts'
import { describePermission } from '../describePermission.ts'
import type { Asset, Permission } from '../Effect.ts'
import { effectText } from '../effectCopy.ts'
import { permissionWarnings } from '../permissionWarnings.ts'
import { titleEffects } from '../titleEffects.ts'
import { describePermitUse } from './describePermitUse.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
import { ownerWarnings } from './ownerWarnings.ts'
import type { Recognise } from './RecognisedTypedData.ts'
import { titleRevocation } from './titleRevocation.ts'
import { toAmount } from './toAmount.ts'

/** DAI's permits have no amount: they allow everything or nothing. */
const everything = 2n ** 256n

/**
 * Recognises a permission to spend a token: ERC-2612, and the older format of DAI.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2612
 */
export const recognisePermit: Recognise = ({ domain, message, address, assets, now, tokenOf }) => {
  const { spender, value, allowed } = message
  const token = domain.verifyingContract
  const isDai = isAddress(message.holder) && typeof allowed === 'boolean'
  if (!isAddress(token) || !isAddress(spender)) return undefined
  if (!isDai && !(typeof value === 'bigint' && 'deadline' in message)) return undefined
  const amount = isDai ? (allowed ? everything : 0n) : (value as bigint)
  const asset: Asset = isDai ? { kind: 'erc20', token, amount } : toAmount(token, amount, tokenOf(token))
  // A contract of another kind may be a collection of NFTs, and the value the number of one.
  const isRevoked = asset.kind === 'erc20' && amount === 0n
  const owner = message.owner ?? message.holder
  const from = isAddress(owner) ? owner : address
  const effect: Permission = { type: isRevoked ? 'revoke' : 'allow', asset, from, to: spender }
  const expiry = message.deadline ?? (message.expiry === 0n ? undefined : message.expiry)
  const ends = describePermitUse(expiry, { now, isRevoked })
  const facts: Fact[] = [
    nothingNow(isRevoked ? 'permissionStays' : 'nothing'),
    ...describePermission(effect, { assets, address }),
    { label: effectText('effect.labels.token'), value: token, kind: 'address' },
    ...ends.facts,
  ]
  const title = (isRevoked ? titleRevocation : titleEffects)([effect], { assets, address }) ?? ''
  const others = ownerWarnings(owner, address)
  return isRevoked
    ? { title, facts, warnings: others, taken: 'nothing' }
    : {
        title,
        facts,
        warnings: [
          ...permissionWarnings([{ asset }], assets, others.length === 0 ? 'you' : 'other'),
          ...ends.warnings,
          ...others,
        ],
        parties: [{ address: spender, role: 'spender' }],
        // What belongs to others is no loss of the visitor's.
        ...(others.length > 0 ? { stake: 'none' as const } : {}),
        taken: others.length > 0 ? undefined : [toAmount(token, amount, tokenOf(token))],
      }
}

import type { Fact, Warning } from '../../approve/Description.ts'
import { dealWarnings } from '../dealWarnings.ts'
import { describePermission } from '../describePermission.ts'
import type { Asset, Permission } from '../Effect.ts'
import { effectText } from '../effectCopy.ts'
import { formatAllowed } from '../formatAllowed.ts'
import { isEndless, nameOf } from '../formatAsset.ts'
import { joinNames } from '../joinNames.ts'
import { listedAtMost } from '../listedAtMost.ts'
import { otherPermissionsStay } from '../otherPermissionsStay.ts'
import { permissionWarnings } from '../permissionWarnings.ts'
import { permit2 } from '../permit2.ts'
import { phraseEffects } from '../phraseEffects.ts'
import type { Assets } from '../readAssets.ts'
import { sumWorth } from '../sumWorth.ts'
import { titleEffects } from '../titleEffects.ts'
import { unlistedWarning } from '../unlistedWarning.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { describePermitUse } from './describePermitUse.ts'
import { describeWitness } from './describeWitness.ts'
import { isAddress } from './isAddress.ts'
import { lastingWarnings } from './lastingWarnings.ts'
import { nothingNow } from './nothingNow.ts'
import type {
  Recognise,
  RecognisedTypedData,
  RecogniseParameters,
  TypedFields,
} from './RecognisedTypedData.ts'
import { isForContract, requireContract } from './requireContract.ts'
import { titleRevocation } from './titleRevocation.ts'
import { toAmount } from './toAmount.ts'

/** A token and an amount in a Permit2 message. */
type Entry = { asset: Asset & { token: string }; until: bigint | undefined }

const zero = `0x${'0'.repeat(40)}` as const

/**
 * Recognises the messages of Permit2: permissions (PermitSingle, PermitBatch) and one-time transfers (PermitTransferFrom,
 * PermitBatchTransferFrom, PermitWitnessTransferFrom, PermitBatchWitnessTransferFrom).
 *
 * @see https://github.com/Uniswap/permit2
 */
export const recognisePermit2: Recognise = (parameters) => {
  const { domain, message, tokenOf } = parameters
  const { spender } = message
  const listed = message.permitted ?? message.details
  if (!isAddress(spender) || typeof listed !== 'object') return undefined
  const entries = (Array.isArray(listed) ? listed : [listed])
    .map((entry) => toEntry(typeof entry === 'object' ? (entry as TypedFields) : {}, tokenOf))
    // What has no limit matters most, and only the first ones are listed.
    .toSorted((a, b) => Number(isEndless(b.asset)) - Number(isEndless(a.asset)))
  const isDoubted = !isForContract(domain, [permit2])
  const described =
    'permitted' in message
      ? describeTransfer(entries, { spender, isDoubted }, parameters)
      : describePermissions(entries, { spender, isDoubted }, parameters)
  return requireContract(described, isDoubted)
}

/** Describes permissions, which are valid until they expire. */
function describePermissions(
  entries: readonly Entry[],
  { spender, isDoubted }: { spender: `0x${string}`; isDoubted: boolean },
  { message, address, assets, now }: RecogniseParameters,
): RecognisedTypedData {
  const isRevoked = entries.length > 0 && entries.every(({ asset }) => isNothing(asset))
  const effects = entries.map(
    ({ asset, until }): Permission =>
      isRevoked
        ? { type: 'revoke', asset, from: address, to: spender }
        : { type: 'allow', asset, from: address, to: spender, until },
  )
  const signature = describePermitUse(message.sigDeadline, {
    now,
    isRevoked,
    isDoubted,
    count: entries.length,
  })
  const lasting = lastingWarnings(
    entries
      .filter(({ asset }) => !isNothing(asset))
      .map(({ asset, until }) => ({ name: nameOf(asset.token, assets), until })),
    now,
  )
  const allowed = entries.map(({ asset }) => asset)
  const isOne = entries.length === 1
  return {
    title: isRevoked
      ? titleRevocation(effects, { assets, address })
      : (titleEffects(effects, { assets, address }) ?? typedText('typed.permit2.empty')),
    facts: [
      nothingNow(isRevoked ? (isOne ? 'permissionStays' : 'permissionsStay') : 'nothing'),
      ...(isOne ? [] : [toSpender(spender, 'spenderOfAll')]),
      ...effects
        .slice(0, listedAtMost)
        .flatMap((effect, index) => [
          ...describePermission(effect, { assets, address, hasSpender: isOne, isDoubted }),
          token(allowed[index]),
        ]),
      ...describeRest(
        effects.length - listedAtMost,
        phraseEffects(effects.slice(listedAtMost), { assets, address }),
      ),
      ...(isRevoked ? [otherPermissionsStay()] : []),
      ...signature.facts,
    ],
    warnings: isRevoked
      ? []
      : [
          ...permissionWarnings(entries, assets),
          ...severalWarnings(allowed),
          ...(lasting.length > 0 ? lasting : signature.warnings),
        ],
    taken: isRevoked ? 'nothing' : listTaken(allowed),
    parties: isRevoked ? [] : [{ address: spender, role: 'spender' }],
  }
}

/** Describes a transfer, which the spender can make once, until the deadline. */
function describeTransfer(
  entries: readonly Entry[],
  { spender, isDoubted }: { spender: `0x${string}`; isDoubted: boolean },
  parameters: RecogniseParameters,
): RecognisedTypedData {
  const { message, assets, now } = parameters
  const allowed = entries.map(({ asset }) => asset)
  const names = allowed.map((asset) => formatAllowed(asset, assets))
  const isOne = entries.length === 1
  const once = (name: string) => {
    const amount = typedText('typed.permit2.once', { amount: name })
    return isDoubted ? effectText('effect.orMore', { amount }) : amount
  }
  const witness = describeWitness(parameters, isDoubted)
  const ends = describeExpiry('spender', message.deadline, { now, isDoubted })
  return {
    title: typedText(names.length === 0 ? 'typed.permit2.titleNothing' : 'typed.permit2.title', {
      what: joinNames(names),
    }),
    facts: [
      nothingNow(),
      ...(isOne ? [] : [toSpender(spender, 'spenderOfAll')]),
      ...allowed
        .slice(0, listedAtMost)
        .flatMap((asset, index): Fact[] => [
          { label: effectText('effect.labels.canBeTaken'), value: once(names[index] ?? ''), kind: 'out' },
          ...(isOne ? [toSpender(spender)] : []),
          token(asset),
        ]),
      ...describeRest(names.length - listedAtMost, joinNames(names.slice(listedAtMost))),
      ...witness.facts,
      ...ends.facts,
    ],
    warnings: [
      ...(allowed.some(isEndless) ? [danger(noLimit(allowed, assets))] : []),
      ...severalWarnings(allowed),
      {
        level: 'note',
        text: typedText('typed.warnings.spenderDecides'),
      },
      ...(allowed.some(isEndless)
        ? []
        : dealWarnings({ gives: sumWorth(allowed, assets), gets: witness.gets, deal: 'promised' })),
      ...witness.warnings,
      ...ends.warnings,
    ],
    taken: listTaken(allowed),
    parties: [{ address: spender, role: 'spender' }],
  }
}

function toEntry({ token, amount, expiration }: TypedFields, tokenOf: RecogniseParameters['tokenOf']): Entry {
  const address = isAddress(token) ? token : zero
  const number = typeof amount === 'bigint' ? amount : 2n ** 256n
  return {
    asset: toAmount(address, number, isAddress(token) ? tokenOf(token) : {}) as Entry['asset'],
    until: typeof expiration === 'bigint' ? expiration : undefined,
  }
}

function isNothing(asset: Asset): boolean {
  return asset.kind === 'erc20' && asset.amount === 0n
}

function token(asset: Entry['asset'] | undefined): Fact {
  return { label: effectText('effect.labels.token'), value: asset?.token ?? zero, kind: 'address' }
}

function toSpender(value: `0x${string}`, label: 'spender' | 'spenderOfAll' = 'spender'): Fact {
  return { label: effectText(`effect.labels.${label}`), value, kind: 'address' }
}

/** Names what is not listed, if there is more. */
function describeRest(count: number, what: string | undefined): Fact[] {
  return what
    ? [{ label: effectText('effect.labels.and'), value: typedText('typed.more.named', { count, what }) }]
    : []
}

/** Names what has no limit, if there is something else too. */
function noLimit(allowed: readonly Asset[], assets: Assets): string {
  const endless = allowed.filter(isEndless)
  return endless.length === allowed.length
    ? typedText('typed.warnings.noLimit')
    : typedText('typed.warnings.noLimitFor', {
        names: joinNames(endless.map((asset) => ('token' in asset ? nameOf(asset.token, assets) : ''))),
      })
}

function severalWarnings({ length }: readonly Asset[]): Warning[] {
  if (length < 2) return []
  const unlisted = length > listedAtMost ? [unlistedWarning(length - listedAtMost)] : []
  return [danger(typedText('typed.warnings.tokens', { count: length })), ...unlisted]
}

function listTaken(assets: readonly Asset[]): readonly Asset[] | undefined {
  return assets.length > 0 && assets.every((asset) => 'token' in asset && asset.token !== zero)
    ? assets
    : undefined
}

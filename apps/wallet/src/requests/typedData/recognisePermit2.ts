import type { Fact, Warning } from '../../approve/Description.ts'
import type { Asset } from '../Effect.ts'
import { formatAmount, isUnlimited } from '../formatAmount.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { permit2 } from '../permit2.ts'
import { danger } from './danger.ts'
import { describeExpiry } from './describeExpiry.ts'
import { describeWitness } from './describeWitness.ts'
import { formatAllowance } from './formatAllowance.ts'
import { isAddress } from './isAddress.ts'
import type { Recognise, RecogniseParameters, TypedFields } from './RecognisedTypedData.ts'
import { toAmount } from './toAmount.ts'

/** A token and an amount in a Permit2 message. */
type Entry = { token: string | undefined; amount: bigint; expiration: TypedValue | undefined }

const maxEntries = 5

/**
 * Recognises the messages of Permit2: permissions (PermitSingle, PermitBatch) and one-time transfers (PermitTransferFrom,
 * PermitBatchTransferFrom, PermitWitnessTransferFrom, PermitBatchWitnessTransferFrom).
 *
 * @see https://github.com/Uniswap/permit2
 */
export const recognisePermit2: Recognise = (parameters) => {
  const { domain, message, tokenOf } = parameters
  const { spender } = message
  const isTransfer = 'permitted' in message
  const listed = message.permitted ?? message.details
  if (!isAddress(spender) || typeof listed !== 'object') return undefined
  const entries = (Array.isArray(listed) ? listed : [listed]).map(toEntry)
  const isRevoked = !isTransfer && entries.length > 0 && entries.every(({ amount }) => amount === 0n)
  const ends = describeEnd(entries, parameters, isTransfer)
  const witness = isTransfer ? describeWitness(parameters) : { facts: [], warnings: [] }
  return {
    title: isRevoked ? 'Revoke a permission' : titleOf(entries, parameters, isTransfer),
    facts: [
      ...describeEntries(entries, parameters, isTransfer ? 'May take, once' : 'May spend'),
      { label: 'Spender', value: spender, kind: 'address' },
      ...witness.facts,
      ...ends.facts,
    ],
    warnings: isRevoked ? [] : [...describeHarm(entries, isTransfer), ...witness.warnings, ...ends.warnings],
    // Another contract may mean something else by the same words.
    taken: !isPermit2(domain) ? undefined : isRevoked ? 'nothing' : listTaken(entries, tokenOf),
  }
}

function isPermit2({ verifyingContract }: TypedFields): boolean {
  return `${verifyingContract}`.toLowerCase() === permit2
}

function toEntry(value: TypedValue): Entry {
  const { token, amount, expiration } = (typeof value === 'object' ? value : {}) as TypedFields
  return {
    token: isAddress(token) ? token : undefined,
    amount: typeof amount === 'bigint' ? amount : 2n ** 256n,
    expiration,
  }
}

function listTaken(entries: readonly Entry[], tokenOf: RecogniseParameters['tokenOf']): Asset[] | undefined {
  const assets = entries.flatMap(({ token, amount }) =>
    token ? [toAmount(token, amount, tokenOf(token))] : [],
  )
  return assets.length === entries.length && assets.length > 0 ? assets : undefined
}

function titleOf(entries: readonly Entry[], { tokenOf }: RecogniseParameters, isTransfer: boolean): string {
  const [first] = entries
  const token = first?.token ? tokenOf(first.token) : {}
  const what =
    first === undefined || entries.length > 1
      ? `${entries.length} tokens`
      : isUnlimited(first.amount)
        ? `all your ${token.symbol ?? 'tokens'}`
        : formatAmount(first.amount, token)
  return isTransfer ? `Let someone take ${what} once` : `Let someone spend ${what}`
}

function describeEntries(entries: readonly Entry[], { tokenOf }: RecogniseParameters, label: string): Fact[] {
  const facts = entries
    .slice(0, maxEntries)
    .flatMap(({ token, amount }): Fact[] => [
      { label, value: formatAllowance(amount, token ? tokenOf(token) : {}), kind: 'out' },
      ...(token ? [{ label: 'Token', value: token, kind: 'address' } as const] : []),
    ])
  if (entries.length > maxEntries)
    facts.push({ label: 'And', value: `${entries.length - maxEntries} more tokens, see Details` })
  return facts
}

function describeHarm(entries: readonly Entry[], isTransfer: boolean): Warning[] {
  const warnings: Warning[] = []
  if (entries.some(({ amount }) => isUnlimited(amount)))
    warnings.push(
      danger(
        isTransfer
          ? 'There is no limit to what can be taken.'
          : 'There is no limit to what can be spent, now and later.',
      ),
    )
  if (entries.length > 1) warnings.push(danger(`It is for ${entries.length} tokens at once.`))
  warnings.push({
    level: 'note',
    text: isTransfer
      ? 'The spender can take the tokens until the signature expires and decides where they go, without asking you again.'
      : 'The spender can take the tokens until the permission ends, without asking you again.',
  })
  return warnings
}

/** A permission ends at its expiration, a transfer at its deadline. */
function describeEnd(
  entries: readonly Entry[],
  { message, now }: RecogniseParameters,
  isTransfer: boolean,
): { facts: Fact[]; warnings: Warning[] } {
  if (isTransfer) return describeExpiry('signature', message.deadline, now)
  const times = entries.map(({ expiration }) => expiration).filter((time) => typeof time === 'bigint')
  const latest = times.toSorted((a, b) => (a < b ? 1 : -1))[0]
  const permission = describeExpiry('permission', latest, now)
  const signature = describeExpiry('signature', message.sigDeadline, now)
  return {
    facts: [
      // Permit2 replaces an expiration of 0 by the time of the block.
      ...(latest === 0n
        ? [{ label: 'Permission ends', value: 'in the block in which it is set' }]
        : permission.facts),
      ...signature.facts,
    ],
    warnings: permission.warnings.length > 0 ? permission.warnings : signature.warnings,
  }
}

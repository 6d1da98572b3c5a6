import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { mostPossible } from '../../approve/mostPossible.ts'
import { isUnlimited } from '../formatAmount.ts'
import { permit2 } from '../permit2.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { isRefusedSelector } from './isRefusedSelector.ts'
import type { Terms } from './Terms.ts'

/** Seconds. */
const maxLifetime = 7 * 24 * 60 * 60
const minPeriod = 60
const maxCalls = 1000
/** Contracts of smart accounts, and Permit2: nobody is given a permission to call them, or with them. */
const infrastructure: ReadonlySet<string> = new Set(
  [...Object.values(delegatorContracts), ...Object.values(enforcerContracts), permit2].map(toLower),
)
/** Addresses below are those of precompiled contracts, and of `ANY_DELEGATE`: a delegation to it could be used by everybody. */
const firstAddress = 2n ** 32n

/**
 * Refuses terms that nobody should be asked to approve: without an end or a limit, for everybody, or for what the limits do not bound.
 *
 * @throws {RequestRefusedError}
 */
export function refuseTerms(
  { delegate, expiresAt, allowed }: Terms,
  { address, now }: { address: string; now: number },
): void {
  const seconds = Math.floor(now / 1000)
  if (expiresAt <= seconds)
    refuse('The permission would have ended already: its end is in seconds since 1970.')
  if (expiresAt > seconds + maxLifetime) refuse('A permission can last at most seven days.')
  const own = toLower(address)
  const isOwn = (one: Hex) => toLower(one) === own
  if (isOwn(delegate)) refuse('A permission cannot be given to the account itself.')
  if (BigInt(delegate) < firstAddress || infrastructure.has(toLower(delegate)))
    refuse('A permission is given to one account: this address is none, or stands for everybody.')
  if (allowed.kind === 'contract') {
    if (allowed.calls < 1 || allowed.calls > maxCalls)
      refuse(`A permission to call contracts needs a limit of 1 to ${maxCalls} calls.`)
    for (const target of allowed.targets)
      if (isOwn(target) || BigInt(target) < firstAddress || infrastructure.has(toLower(target)))
        refuse(`No permission can be given to call ${target}.`)
    for (const selector of allowed.selectors)
      if (isRefusedSelector(selector))
        refuse(
          `No permission can be given to call ${selector}: the function moves or allows tokens, hands over a contract, or makes further calls.`,
        )
    return
  }
  const { amount, period } = allowed
  if (amount <= 0n || isUnlimited(amount)) refuse('A permission needs a limit: this amount is none.')
  if (period && (period.seconds < minPeriod || period.startsAt >= expiresAt))
    refuse('The periods of a permission have at least 60 seconds, and the first one starts before the end.')
  if (period && isUnlimited(mostPossible({ amount, period }, expiresAt)))
    refuse('A permission needs a limit: this amount in each period is none.')
  if (allowed.kind === 'token' && (isOwn(allowed.token) || infrastructure.has(toLower(allowed.token))))
    refuse(`${allowed.token} is no token.`)
}

function toLower(address: string): string {
  return address.toLowerCase()
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}

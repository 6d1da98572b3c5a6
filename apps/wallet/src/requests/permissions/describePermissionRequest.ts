import type { Description, Fact, Warning } from '../../approve/Description.ts'
import type { Limits } from '../../approve/Limits.ts'
import { formatAmount } from '../formatAmount.ts'
import { formatTime } from '../formatTime.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { networkCoin } from '../networkCoin.ts'
import { networkName } from '../networkName.ts'
import type { Assets } from '../readAssets.ts'
import { permissionCopy as copy } from './copy.ts'
import type { Delegation } from './Delegation.ts'
import { formatPeriod } from './formatPeriod.ts'
import { permissionWire } from './permissionWire.ts'
import type { RequestedPermission } from './readPermissionRequest.ts'
import type { Allowed } from './Terms.ts'

const hour = 60 * 60
const earlier = [
  { seconds: hour, label: copy.in.hour },
  { seconds: 24 * hour, label: copy.in.day },
  { seconds: 72 * hour, label: copy.in.days },
]

/**
 * Describes a permission that a page asks for: who gets it, what it allows, and what it can cost at most until when. It is always of high
 * risk: the account that gets it is not asked again, and the visitor is not either.
 */
export function describePermissionRequest({
  requested: { terms, functions, justification, isAmountFixed, isTimeFixed },
  delegation,
  assets,
  chainId,
  isUpgrade,
  now,
}: {
  requested: RequestedPermission
  /** What would be signed, with the limits that were asked for. */
  delegation: Delegation
  assets: Assets
  chainId: string
  /** Whether smart-account features must be turned on first. */
  isUpgrade: boolean
  /** Milliseconds since 1970. */
  now: number
}): Description {
  const { delegate, expiresAt, allowed } = terms
  const unit = unitOf(allowed, { assets, chainId })
  const known = knownNetworks[chainId]
  const warnings: Warning[] = [
    { level: 'danger', text: copy.unasked },
    ...(allowed.kind === 'contract' ? [{ level: 'danger' as const, text: copy.anyValues }] : []),
    ...(unit.balance !== undefined && allowed.kind !== 'contract' && unit.balance < allowed.amount
      ? [{ level: 'note' as const, text: copy.noBalance(unit.symbol) }]
      : []),
    ...(isUpgrade ? [{ level: 'note' as const, text: copy.turnsOn(known?.name ?? 'this network') }] : []),
  ]
  const period = allowed.kind === 'contract' ? undefined : allowed.period
  const ends = earlier
    .map(({ seconds, label }) => ({ at: Math.floor(now / 1000) + seconds, label }))
    .filter(({ at }) => !isTimeFixed && at < expiresAt && at > (period?.startsAt ?? 0))
    .map((end) => ({ ...end, time: formatTime(BigInt(end.at)) }))
  const last = formatTime(BigInt(expiresAt))
  const limits: Limits = {
    amount: {
      label: amountLabel(allowed, unit.symbol),
      most: `${allowed.kind === 'contract' ? allowed.calls : allowed.amount}`,
      decimals: unit.decimals,
      symbol: unit.symbol,
      isFixed: isAmountFixed,
    },
    until: { label: copy.ends, choices: [{ at: expiresAt, label: copy.asAsked(last), time: last }, ...ends] },
    ...(period ? { period: { ...period, label: formatPeriod(period.seconds) } } : {}),
    ...(unit.price === undefined ? {} : { price: unit.price }),
  }
  return {
    name: 'permission',
    title: allowed.kind === 'contract' ? copy.titles.contract : copy.titles[allowed.kind](unit.symbol),
    limits,
    facts: [
      { label: copy.givenTo, value: delegate, kind: 'address' },
      ...describeAllowed(allowed, { unit, functions }),
      { label: copy.fees, value: copy.whoPays },
      { label: copy.endsBefore, value: copy.waysToEnd },
      ...(justification ? [{ label: copy.reason, value: justification, kind: 'claim' as const }] : []),
      { label: copy.network, value: networkName(chainId) },
    ],
    details: [
      // From the bytes to sign: the decimals come from the token's contract.
      ...(allowed.kind === 'contract'
        ? []
        : [{ label: copy.smallestUnits, value: formatAmount(allowed.amount, { decimals: 0 }) }]),
      { label: copy.dataAsAsked, value: copy.dataNote },
    ],
    raw: JSON.stringify(permissionWire.write(delegation), undefined, 2),
    warnings,
    risk: 'high',
    ...(known?.isTest ? { isTest: true } : {}),
  }
}

type Unit = { symbol: string; decimals: number; price?: number | undefined; balance?: bigint | undefined }

function unitOf(allowed: Allowed, { assets, chainId }: { assets: Assets; chainId: string }): Unit {
  if (allowed.kind === 'contract') return { symbol: copy.unitOfCalls, decimals: 0 }
  if (allowed.kind === 'coin') {
    const { price, balance, symbol = networkCoin(chainId).symbol ?? 'coins' } = assets.coin
    return { symbol, decimals: 18, price, balance }
  }
  const facts = assets.tokens.get(allowed.token.toLowerCase())
  const { symbol = allowed.token, decimals = 0, price, balance } = facts ?? {}
  return { symbol, decimals, price, balance }
}

function amountLabel(allowed: Allowed, symbol: string): string {
  if (allowed.kind === 'contract') return copy.numberOfCalls
  return allowed.period ? copy.amountEach(symbol, formatPeriod(allowed.period.seconds)) : copy.amount(symbol)
}

function describeAllowed(
  allowed: Allowed,
  { unit, functions }: { unit: Unit; functions: RequestedPermission['functions'] },
): Fact[] {
  if (allowed.kind === 'contract')
    return [
      { label: copy.canCall, value: copy.upToCalls, kind: 'out' },
      ...allowed.selectors.map(
        (selector): Fact => ({
          label: copy.function,
          value: functions.get(selector) ?? copy.unnamed(selector),
          kind: 'claim',
        }),
      ),
      ...allowed.targets.map((target): Fact => ({ label: copy.contract, value: target, kind: 'address' })),
      { label: copy.coins, value: copy.noCoins },
    ]
  return [
    {
      label: copy.canSend,
      value: allowed.period
        ? copy.upToEach(unit.symbol, formatPeriod(allowed.period.seconds))
        : copy.upTo(unit.symbol),
      kind: 'out',
    },
    ...(allowed.kind === 'token'
      ? [{ label: copy.token, value: allowed.token, kind: 'address' as const }]
      : []),
    { label: copy.toAnybody, value: copy.anybody },
  ]
}

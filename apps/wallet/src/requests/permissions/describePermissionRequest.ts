import type { Description, Fact, Warning } from '../../approve/Description.ts'
import type { Limits } from '../../approve/Limits.ts'
import { formatAmount } from '../formatAmount.ts'
import { formatTime } from '../formatTime.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { networkName } from '../networkName.ts'
import type { Assets } from '../readAssets.ts'
import { permissionText } from './copy.ts'
import type { Delegation } from './Delegation.ts'
import { formatPeriod } from './formatPeriod.ts'
import { permissionWire } from './permissionWire.ts'
import type { RequestedPermission } from './readPermissionRequest.ts'
import type { Allowed } from './Terms.ts'

const hour = 60 * 60
const earlier = [
  { seconds: hour, id: 'permission.in.hour' },
  { seconds: 24 * hour, id: 'permission.in.day' },
  { seconds: 72 * hour, id: 'permission.in.days' },
] as const

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
    { level: 'danger', text: permissionText('permission.unasked') },
    ...(allowed.kind === 'contract'
      ? [{ level: 'danger' as const, text: permissionText('permission.anyValues') }]
      : []),
    ...(unit.balance !== undefined && allowed.kind !== 'contract' && unit.balance < allowed.amount
      ? [{ level: 'note' as const, text: permissionText('permission.noBalance', { symbol: unit.symbol }) }]
      : []),
    ...(isUpgrade
      ? [
          {
            level: 'note' as const,
            text: known
              ? permissionText('permission.turnsOn', { name: known.name })
              : permissionText('permission.turnsOnHere'),
          },
        ]
      : []),
  ]
  const period = allowed.kind === 'contract' ? undefined : allowed.period
  const ends = earlier
    .map(({ seconds, id }) => ({ at: Math.floor(now / 1000) + seconds, label: permissionText(id) }))
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
    until: {
      label: permissionText('permission.ends'),
      choices: [{ at: expiresAt, label: permissionText('permission.asAsked'), time: last }, ...ends],
    },
    ...(period ? { period: { ...period, label: formatPeriod(period.seconds) } } : {}),
    ...(unit.price === undefined ? {} : { price: unit.price }),
  }
  return {
    name: 'permission',
    title:
      allowed.kind === 'contract'
        ? permissionText('permission.titles.contract')
        : permissionText(`permission.titles.${allowed.kind}`, { symbol: unit.symbol }),
    limits,
    facts: [
      { label: permissionText('permission.givenTo'), value: delegate, kind: 'address' },
      ...describeAllowed(allowed, { unit, functions }),
      { label: permissionText('permission.fees'), value: permissionText('permission.whoPays') },
      { label: permissionText('permission.endsBefore'), value: permissionText('permission.waysToEnd') },
      ...(justification
        ? [{ label: permissionText('permission.reason'), value: justification, kind: 'claim' as const }]
        : []),
      { label: permissionText('permission.network'), value: networkName(chainId) },
    ],
    details: [
      // From the bytes to sign: the decimals come from the token's contract.
      ...(allowed.kind === 'contract'
        ? []
        : [
            {
              label: permissionText('permission.smallestUnits'),
              value: formatAmount(allowed.amount, { decimals: 0 }),
            },
          ]),
      { label: permissionText('permission.dataAsAsked'), value: permissionText('permission.dataNote') },
    ],
    raw: JSON.stringify(permissionWire.write(delegation), undefined, 2),
    warnings,
    risk: 'high',
    ...(known?.isTest ? { isTest: true } : {}),
  }
}

type Unit = { symbol: string; decimals: number; price?: number | undefined; balance?: bigint | undefined }

function unitOf(allowed: Allowed, { assets, chainId }: { assets: Assets; chainId: string }): Unit {
  if (allowed.kind === 'contract') return { symbol: permissionText('permission.unitOfCalls'), decimals: 0 }
  if (allowed.kind === 'coin') {
    const known = knownNetworks[chainId]
    const { price, balance, symbol = known?.coin ?? permissionText('permission.unitOfCoins') } = assets.coin
    return { symbol, decimals: 18, price, balance }
  }
  const facts = assets.tokens.get(allowed.token.toLowerCase())
  const { symbol = allowed.token, decimals = 0, price, balance } = facts ?? {}
  return { symbol, decimals, price, balance }
}

function amountLabel(allowed: Allowed, symbol: string): string {
  if (allowed.kind === 'contract') return permissionText('permission.numberOfCalls')
  return allowed.period
    ? permissionText('permission.amountEach', { symbol, each: formatPeriod(allowed.period.seconds) })
    : permissionText('permission.amount', { symbol })
}

function describeAllowed(
  allowed: Allowed,
  { unit, functions }: { unit: Unit; functions: RequestedPermission['functions'] },
): Fact[] {
  if (allowed.kind === 'contract')
    return [
      {
        label: permissionText('permission.canCall'),
        value: permissionText('permission.upToCalls'),
        kind: 'out',
      },
      ...allowed.selectors.map(
        (selector): Fact => ({
          label: permissionText('permission.function'),
          value: functions.get(selector) ?? permissionText('permission.unnamed', { selector }),
          kind: 'claim',
        }),
      ),
      ...allowed.targets.map(
        (target): Fact => ({ label: permissionText('permission.contract'), value: target, kind: 'address' }),
      ),
      { label: permissionText('permission.coins'), value: permissionText('permission.noCoins') },
    ]
  return [
    {
      label: permissionText('permission.canSend'),
      value: allowed.period
        ? permissionText('permission.upToEach', {
            symbol: unit.symbol,
            each: formatPeriod(allowed.period.seconds),
          })
        : permissionText('permission.upTo', { symbol: unit.symbol }),
      kind: 'out',
    },
    ...(allowed.kind === 'token'
      ? [{ label: permissionText('permission.token'), value: allowed.token, kind: 'address' as const }]
      : []),
    { label: permissionText('permission.toAnybody'), value: permissionText('permission.anybody') },
  ]
}

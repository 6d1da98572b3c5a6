import { rpcErrorCodes } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { readSelector } from './readSelector.ts'
import type { Allowed, Terms } from './Terms.ts'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address of 20 bytes' }))
/** In hex, or in decimal digits. At most 2^256. */
const amount = z.union(
  [z.string().check(z.regex(/^(?:0x[0-9a-fA-F]{1,64}|\d{1,77})$/)), z.int().check(z.nonnegative())],
  {
    error: 'must be an amount in the smallest units, in hex',
  },
)
const seconds = z.int().check(z.positive(), z.maximum(2 ** 40))
const chain = z.union([z.int().check(z.positive()), z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/))])
const text = z.string().check(z.maxLength(1000))
const flag = z.optional(z.boolean())

const signer = z.strictObject({
  type: z.literal('account', { error: 'must be "account": the wallet knows no other signer' }),
  // Older libraries call it `id`.
  data: z.union([z.strictObject({ address }), z.strictObject({ id: address })], {
    error: 'must have one address',
  }),
})

const note = { justification: z.optional(text), ticker: z.optional(text) }
const allowance = z.optional(amount)
const start = z.optional(z.nullable(z.int().check(z.nonnegative(), z.maximum(2 ** 40))))
const periodic = { periodAmount: amount, periodDuration: seconds, startTime: start, ...note }
const permissionTypes = {
  'native-token-transfer': z.strictObject({ allowance, ...note }),
  'native-token-periodic': z.strictObject(periodic),
  'erc20-token-transfer': z.strictObject({
    address: z.optional(address),
    tokenAddress: z.optional(address),
    allowance,
    ...note,
  }),
  'erc20-token-periodic': z.strictObject({
    address: z.optional(address),
    tokenAddress: z.optional(address),
    ...periodic,
  }),
  'contract-call': z.strictObject({
    address: z.optional(address),
    addresses: z.optional(z.array(address).check(z.maxLength(20))),
    calls: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(20)),
    ...note,
  }),
} as const
type PermissionType = keyof typeof permissionTypes
const ruleTypes = {
  expiry: z.strictObject({ timestamp: seconds }),
  'token-allowance': z.strictObject({ allowance: amount }),
  'call-limit': z.strictObject({ count: z.int().check(z.positive()) }),
} as const

const part = z.strictObject({ type: z.string().check(z.maxLength(64)), data: z.unknown() })
const permission = z.extend(part, { isAdjustmentAllowed: flag })
const rules = z.optional(z.nullable(z.array(permission).check(z.maxLength(8))))

/** The current form, and the one that has a list of requests with `expiry` and `policies`. */
const listed = z.strictObject({
  chainId: chain,
  address: z.optional(address),
  from: z.optional(address),
  to: z.optional(address),
  signer: z.optional(signer),
  expiry: z.optional(seconds),
  permission,
  isAdjustmentAllowed: flag,
  rules,
  policies: rules,
})
/** The oldest form, which viem has: one signer for all permissions. */
const single = z.strictObject({
  expiry: seconds,
  signer,
  permissions: z
    .array(z.extend(part, { policies: z.optional(z.array(part).check(z.maxLength(8))), required: flag }))
    .check(z.length(1, { error: 'must be one: ask for one permission at a time' })),
})

/** A permission as the page requested it. */
export type RequestedPermission = {
  terms: Terms
  /** Signatures of the functions as the page wrote them, by selector: claims. */
  functions: ReadonlyMap<Hex, string>
  /** What the page says that it is for. */
  justification: string | undefined
  /** Whether the page accepts no lower amount, or no earlier end. */
  isAmountFixed: boolean
  isTimeFixed: boolean
  /** Returns the result of the method, for the terms that were granted. */
  answer(granted: { terms: Terms; context: Hex }): unknown
}

/**
 * Parses the parameters of `wallet_requestExecutionPermissions` and `wallet_grantPermissions` (ERC-7715): the current form, an older one,
 * and the oldest, which libraries still have. What cannot be enforced is refused: ignoring a rule would grant more than was asked for.
 *
 * @throws {RequestRefusedError} also with 4100 for another account
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
export function readPermissionRequest(
  params: unknown,
  account: { address: Hex; chainId: string; now: number },
): RequestedPermission {
  if (!Array.isArray(params) || params.length !== 1) refuse('Ask for one permission at a time.')
  const [given] = params as [unknown]
  const isSingle = typeof given === 'object' && given !== null && 'permissions' in given
  return isSingle ? readSingle(parse(single, given), account) : readListed(parse(listed, given), account)
}

function readListed(request: z.infer<typeof listed>, account: Account): RequestedPermission {
  const { chainId, from = request.address, signer: by, permission: asked, rules: current, policies } = request
  if (`eip155:${BigInt(chainId)}` !== account.chainId)
    refuse(`The permission is for another network than the selected one, ${account.chainId}.`)
  const addresses = [request.address, from].filter((one) => one !== undefined)
  if (addresses.some((one) => one.toLowerCase() !== account.address.toLowerCase()))
    throw new RequestRefusedError({
      reason: 'The permission is of another account than the one that is connected.',
      rpcCode: rpcErrorCodes.unauthorized,
    })
  const delegates = [request.to, by && delegateOf(by)].filter((one) => one !== undefined)
  const [delegate] = delegates
  if (!delegate || new Set(delegates.map((one) => one.toLowerCase())).size > 1)
    refuse('The request must name one account that gets the permission, as `to` or as `signer`.')
  const list = [...(current ?? []), ...(policies ?? [])]
  const read = readRules(list)
  const expiresAt = read.expiry ?? request.expiry
  if (expiresAt === undefined) refuse('The permission has no end: add the rule expiry.')
  if (read.expiry !== undefined && request.expiry !== undefined && read.expiry !== request.expiry)
    refuse('The two ends of the permission disagree.')
  const data = readData(asked.type, asked.data)
  const terms = { delegate: toChecksum(delegate), expiresAt, allowed: toAllowed(data, read, account) }
  const isTimeFixed = list.some(
    ({ type, isAdjustmentAllowed }) => type === 'expiry' && isAdjustmentAllowed === false,
  )
  return {
    terms,
    ...claimsOf(data),
    isAmountFixed: (asked.isAdjustmentAllowed ?? request.isAdjustmentAllowed) === false,
    isTimeFixed,
    answer: ({ terms: granted, context }) => {
      const adjust = <T extends { type: string }>(all: readonly T[]) =>
        all.map((rule) => adjustRule(rule, granted))
      return [
        {
          ...request,
          ...(by ? { address: account.address } : {}),
          ...(request.to ? { from: account.address, to: granted.delegate } : {}),
          ...(request.expiry === undefined ? {} : { expiry: granted.expiresAt }),
          permission: { ...asked, data: adjustData(data, granted) },
          ...(current ? { rules: adjust(current) } : {}),
          ...(policies ? { policies: adjust(policies) } : {}),
          ...metaOf(context),
        },
      ]
    },
  }
}

function readSingle(request: z.infer<typeof single>, account: Account): RequestedPermission {
  const { expiry: expiresAt, signer: by, permissions } = request
  const [asked] = permissions
  if (!asked) refuse('There is no permission.')
  const { policies = [] } = asked
  const read = readRules(policies)
  if (read.expiry !== undefined && read.expiry !== expiresAt)
    refuse('The two ends of the permission disagree.')
  const data = readData(asked.type, asked.data)
  return {
    terms: { delegate: toChecksum(delegateOf(by)), expiresAt, allowed: toAllowed(data, read, account) },
    ...claimsOf(data),
    isAmountFixed: false,
    isTimeFixed: false,
    answer: ({ terms: granted, context }) => ({
      expiry: granted.expiresAt,
      grantedPermissions: [
        {
          ...asked,
          data: adjustData(data, granted),
          policies: policies.map((policy) => adjustRule(policy, granted)),
        },
      ],
      permissionsContext: context,
      signerData: { submitToAddress: delegatorContracts.DelegationManager },
      ...metaOf(context),
    }),
  }
}

type Account = { address: Hex; chainId: string; now: number }
type Data = { [T in PermissionType]: { type: T; data: z.infer<(typeof permissionTypes)[T]> } }[PermissionType]
type Rules = { expiry?: number; allowance?: string | number; calls?: number }

function readData(type: string, data: unknown): Data {
  if (!Object.hasOwn(permissionTypes, type)) refuse(`This wallet grants no permission of the type ${type}.`)
  const name = type as PermissionType
  return { type: name, data: parse(permissionTypes[name] as z.ZodMiniType, data) } as Data
}

function readRules(list: readonly { type: string; data?: unknown }[]): Rules {
  const found: Rules = {}
  const seen = new Set<string>()
  for (const { type, data } of list) {
    if (!Object.hasOwn(ruleTypes, type)) refuse(`This wallet cannot enforce the rule ${type}.`)
    if (seen.has(type)) refuse(`The rule ${type} is there twice.`)
    seen.add(type)
    if (type === 'expiry') found.expiry = parse(ruleTypes.expiry, data).timestamp
    if (type === 'token-allowance') found.allowance = parse(ruleTypes['token-allowance'], data).allowance
    if (type === 'call-limit') found.calls = parse(ruleTypes['call-limit'], data).count
  }
  return found
}

function toAllowed({ type, data }: Data, { allowance: rule, calls }: Rules, { now }: Account): Allowed {
  const isContract = type === 'contract-call'
  if (isContract !== (calls !== undefined))
    refuse(
      isContract
        ? 'A permission to call contracts needs the rule call-limit.'
        : `The rule call-limit is not for ${type}.`,
    )
  if (rule !== undefined && type !== 'native-token-transfer' && type !== 'erc20-token-transfer')
    refuse(`The rule token-allowance is not for ${type}.`)
  const total = (own: string | number | undefined) => {
    if (own !== undefined && rule !== undefined && BigInt(own) !== BigInt(rule))
      refuse('The two amounts of the permission disagree.')
    return BigInt(own ?? rule ?? refuse('The permission has no limit: it needs an allowance.'))
  }
  switch (type) {
    case 'native-token-transfer':
      return { kind: 'coin', amount: total(data.allowance) }
    case 'erc20-token-transfer':
      return { kind: 'token', token: tokenOf(data), amount: total(data.allowance) }
    case 'native-token-periodic':
      return { kind: 'coin', amount: BigInt(data.periodAmount), period: periodOf(data, now) }
    case 'erc20-token-periodic':
      return {
        kind: 'token',
        token: tokenOf(data),
        amount: BigInt(data.periodAmount),
        period: periodOf(data, now),
      }
    case 'contract-call': {
      const targets = [...(data.address ? [data.address] : []), ...(data.addresses ?? [])].map(toChecksum)
      if (targets.length === 0) refuse('The permission names no contract.')
      const selectors = data.calls.map(
        (call) => readSelector(call) ?? refuse('Each of the calls must be a selector, or like post(string).'),
      )
      return { kind: 'contract', targets: unique(targets), selectors: unique(selectors), calls: calls ?? 0 }
    }
  }
}

/** A period that started earlier would let the delegate take two amounts within a moment. */
function periodOf(
  { periodDuration, startTime }: { periodDuration: number; startTime?: number | null | undefined },
  now: number,
): { seconds: number; startsAt: number } {
  return { seconds: periodDuration, startsAt: Math.max(startTime ?? 0, Math.floor(now / 1000)) }
}

function tokenOf(data: { address?: string | undefined; tokenAddress?: string | undefined }): Hex {
  const { tokenAddress = data.address } = data
  if (!tokenAddress || (data.address ?? tokenAddress).toLowerCase() !== tokenAddress.toLowerCase())
    refuse('The permission must name one token.')
  return toChecksum(tokenAddress)
}

function claimsOf({ type, data }: Data): Pick<RequestedPermission, 'functions' | 'justification'> {
  const named = type === 'contract-call' ? data.calls.filter((call) => !call.startsWith('0x')) : []
  return {
    functions: new Map(named.map((call) => [readSelector(call) as Hex, call])),
    justification: data.justification || undefined,
  }
}

/** Writes the granted amount into the data of the request, where it was. */
function adjustData({ type, data }: Data, { allowed }: Terms): object {
  if (allowed.kind === 'contract') return data
  if (type === 'native-token-periodic' || type === 'erc20-token-periodic')
    return { ...data, periodAmount: toHex(allowed.amount), startTime: allowed.period?.startsAt }
  return {
    ...data,
    ...('allowance' in data && data.allowance !== undefined ? { allowance: toHex(allowed.amount) } : {}),
  }
}

function adjustRule<T extends { type: string; data?: unknown }>(rule: T, { allowed, expiresAt }: Terms): T {
  if (rule.type === 'expiry') return { ...rule, data: { timestamp: expiresAt } }
  if (rule.type === 'call-limit' && allowed.kind === 'contract')
    return { ...rule, data: { count: allowed.calls } }
  if (rule.type === 'token-allowance' && allowed.kind !== 'contract')
    return { ...rule, data: { allowance: toHex(allowed.amount) } }
  return rule
}

/** The fields of all forms: `dependencies` would be accounts to be deployed first, and there are none. */
function metaOf(context: Hex): object {
  const { DelegationManager: delegationManager } = delegatorContracts
  return { context, delegationManager, dependencies: [], signerMeta: { delegationManager } }
}

function delegateOf({ data }: z.infer<typeof signer>): string {
  return 'address' in data ? data.address : data.id
}

function parse<T extends z.ZodMiniType>(schema: T, given: unknown): z.infer<T> {
  const parsed = z.safeParse(schema, given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.').slice(0, 100)
  return refuse(`The permission request is malformed: ${path || 'it'} ${issue?.message ?? 'is wrong'}.`)
}

function unique(values: readonly Hex[]): Hex[] {
  return [...new Set(values)]
}

function toChecksum(value: string): Hex {
  return checksumAddress(value.toLowerCase()) as Hex
}

function toHex(value: bigint): Hex {
  return `0x${value.toString(16)}`
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}

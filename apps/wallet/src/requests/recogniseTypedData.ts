import type { Fact, Warning } from '../approve/Description.ts'
import { formatAmount, isUnlimited, type TokenFacts } from './formatAmount.ts'
import type { TypedValue } from './hashTypedData.ts'

/** The description of typed data of a known kind. */
export type RecognisedTypedData = { title: string; facts: Fact[]; warnings: Warning[] }

type Fields = Readonly<Record<string, TypedValue>>
type Input = {
  primaryType: string
  domain: Fields
  message: Fields
  now: number
  token?: TokenFacts | undefined
}

const year = 365 * 24 * 60 * 60

/**
 * Recognises typed data that moves assets: Permit (EIP-2612 and DAI), Permit2, EIP-3009, Seaport, Safe and ERC-4337. It checks the
 * shape of the message, because the names in the domain can be chosen freely.
 */
export function recogniseTypedData(input: Input): RecognisedTypedData | undefined {
  const { message, primaryType } = input
  if (isAddress(message.spender) && typeof message.value === 'bigint' && 'deadline' in message)
    return permit(input)
  if (isAddress(message.spender) && isAddress(message.holder) && 'allowed' in message) return daiPermit(input)
  if (isAddress(message.spender) && ('details' in message || 'permitted' in message)) return permit2(input)
  if (isAddress(message.to) && 'validBefore' in message && typeof message.value === 'bigint')
    return transfer(input)
  if (primaryType === 'CancelAuthorization')
    return { title: 'Cancel an authorisation', facts: [], warnings: [] }
  if (Array.isArray(message.offer) && Array.isArray(message.consideration)) return order(message)
  if (primaryType === 'BulkOrder')
    return {
      title: 'Sign many orders at once',
      facts: [],
      warnings: [danger('Each of these orders can be filled without asking you again.')],
    }
  if (isAddress(message.to) && 'safeTxGas' in message && 'operation' in message) return safe(message)
  if ('callData' in message && isAddress(message.sender))
    return {
      title: 'Sign a smart account operation',
      facts: [{ label: 'Account', value: `${message.sender}`, kind: 'address' }],
      warnings: [danger('Anyone who has this signature can run the operation.')],
    }
  return undefined
}

function permit({ domain, message, now, token }: Input): RecognisedTypedData {
  const amount = message.value as bigint
  const facts: Fact[] = [
    ...spends(amount, token),
    { label: 'Spender', value: `${message.spender}`, kind: 'address' },
    ...(isAddress(domain.verifyingContract) ? [tokenFact(domain.verifyingContract)] : []),
    ...until(message.deadline),
  ]
  const warnings = [...limitWarnings([amount]), ...timeWarnings([message.deadline], now)]
  return {
    title: titleOf(amount, token),
    facts,
    warnings: warnings.length > 0 || amount === 0n ? warnings : [note()],
  }
}

function daiPermit({ domain, message, now, token }: Input): RecognisedTypedData {
  const isAllowed = message.allowed === true
  return {
    title: isAllowed ? titleOf(2n ** 256n, token) : 'Revoke a permission',
    facts: [
      ...(isAllowed ? spends(2n ** 256n, token) : []),
      { label: 'Spender', value: `${message.spender}`, kind: 'address' },
      ...(isAddress(domain.verifyingContract) ? [tokenFact(domain.verifyingContract)] : []),
      ...until(message.expiry === 0n ? undefined : message.expiry),
    ],
    warnings: isAllowed
      ? [
          ...limitWarnings([2n ** 256n]),
          ...timeWarnings([message.expiry === 0n ? 2n ** 64n : message.expiry], now),
        ]
      : [],
  }
}

function permit2({ message, now, token }: Input): RecognisedTypedData {
  const listed = message.details ?? message.permitted
  const entries = (Array.isArray(listed) ? listed : [listed]) as Fields[]
  const amounts = entries.map(({ amount }) => (typeof amount === 'bigint' ? amount : 2n ** 256n))
  const times = [...entries.map(({ expiration }) => expiration), message.deadline, message.sigDeadline]
  const facts = entries
    .slice(0, 4)
    .flatMap((entry, index): Fact[] => [
      ...spends(amounts[index] ?? 0n, entries.length === 1 ? token : undefined),
      ...(isAddress(entry.token) ? [tokenFact(entry.token)] : []),
    ])
  if (entries.length > 4) facts.push({ label: 'And', value: `${entries.length - 4} more tokens` })
  const isTransfer = 'permitted' in message
  const warnings = [...limitWarnings(amounts), ...timeWarnings(times, now)]
  if (entries.length > 1) warnings.push(danger(`It is for ${entries.length} tokens at once.`))
  return {
    title: isTransfer
      ? 'Let someone take tokens once'
      : entries.length === 1
        ? titleOf(amounts[0] ?? 0n, token)
        : 'Let someone spend tokens',
    facts: [
      ...facts,
      { label: 'Spender', value: `${message.spender}`, kind: 'address' },
      ...until(entries[0]?.expiration ?? message.deadline),
    ],
    warnings: warnings.length > 0 ? warnings : [note()],
  }
}

function transfer({ domain, message, now, token }: Input): RecognisedTypedData {
  const amount = formatAmount(message.value as bigint, token)
  return {
    title: `Send ${amount}`,
    facts: [
      { label: 'You send', value: `−${amount}`, kind: 'out' },
      { label: 'To', value: `${message.to}`, kind: 'address' },
      ...(isAddress(domain.verifyingContract) ? [tokenFact(domain.verifyingContract)] : []),
      ...until(message.validBefore),
    ],
    warnings: [
      {
        level: 'note',
        text: 'Anyone who has this signature can make the transfer, without asking you again.',
      },
      ...timeWarnings([message.validBefore], now),
    ],
  }
}

function order(message: Fields): RecognisedTypedData {
  const list = (value: TypedValue | undefined) => (Array.isArray(value) ? (value as Fields[]) : [])
  const describe = (item: Fields, isGiven: boolean) => {
    // Amounts change from start to end while the order is open: show the worst case for the visitor.
    const ends = [item.startAmount, item.endAmount].filter((end) => typeof end === 'bigint')
    const ascending = ends.toSorted((a, b) => (a < b ? -1 : 1))
    const amount = isGiven ? ascending.at(-1) : ascending[0]
    const what =
      item.itemType === 0n
        ? 'wei of the coin'
        : item.itemType === 1n
          ? `base units of ${item.token}`
          : `× ${item.token} #${item.identifierOrCriteria}`
    return `${amount ?? '?'} ${what}`
  }
  const [given, got] = [list(message.offer), list(message.consideration)]
  const facts: Fact[] = [
    ...given
      .slice(0, 3)
      .map((item): Fact => ({ label: 'You give', value: describe(item, true), kind: 'out' })),
    ...(given.length > 3
      ? [{ label: 'You give', value: `${given.length - 3} more things`, kind: 'out' } as const]
      : []),
    ...got.slice(0, 3).map(
      (item): Fact => ({
        label: item.recipient === message.offerer ? 'You get' : 'Others get',
        value: describe(item, false),
        kind: 'in',
      }),
    ),
    ...(got.length > 3 ? [{ label: 'And', value: `${got.length - 3} more payments` }] : []),
  ]
  const isForNothing = !got.some(
    (item) => item.recipient === message.offerer && item.startAmount !== 0n && item.endAmount !== 0n,
  )
  return {
    title: 'Sign an order',
    facts,
    warnings: [
      { level: 'note', text: 'Anyone who has this signature can fill the order, without asking you again.' },
      ...(isForNothing ? [danger('You would get nothing in return.')] : []),
    ],
  }
}

function safe(message: Fields): RecognisedTypedData {
  const isDelegated = message.operation !== 0n
  return {
    title: 'Sign a Safe transaction',
    facts: [
      { label: 'To', value: `${message.to}`, kind: 'address' },
      {
        label: 'Value',
        value: `${formatAmount(typeof message.value === 'bigint' ? message.value : 0n)} (wei)`,
      },
    ],
    warnings: isDelegated
      ? [danger('It runs other code as the Safe itself, which could change its owners.')]
      : [{ level: 'note', text: 'This moves what the Safe holds, once enough owners have signed.' }],
  }
}

function titleOf(amount: bigint, token: TokenFacts | undefined): string {
  if (amount === 0n) return 'Revoke a permission'
  return `Let someone spend ${isUnlimited(amount) ? `all your ${token?.symbol ?? 'tokens'}` : formatAmount(amount, token)}`
}

function spends(amount: bigint, token: TokenFacts | undefined): Fact[] {
  return [
    {
      label: 'May spend',
      value: isUnlimited(amount)
        ? `Everything${token?.symbol ? `, all ${token.symbol}` : ''}`
        : formatAmount(amount, token),
      kind: 'out',
    },
  ]
}

function until(value: TypedValue | undefined): Fact[] {
  if (typeof value !== 'bigint') return []
  const isFar = value > 253_402_300_799n
  return [
    {
      label: 'Until',
      value: isFar
        ? 'for ever'
        : `${new Date(Number(value) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    },
  ]
}

function limitWarnings(amounts: readonly bigint[]): Warning[] {
  return amounts.some(isUnlimited) ? [danger('There is no limit to what can be spent, now and later.')] : []
}

function timeWarnings(times: readonly (TypedValue | undefined)[], now: number): Warning[] {
  const limit = BigInt(Math.floor(now / 1000) + year)
  return times.some((time) => typeof time === 'bigint' && time > limit)
    ? [danger('It stays valid for more than a year.')]
    : []
}

function tokenFact(value: TypedValue | undefined): Fact {
  return { label: 'Token', value: `${value}`, kind: 'address' }
}

function note(): Warning {
  return {
    level: 'note',
    text: 'Anyone who has this signature can take the tokens, without asking you again.',
  }
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function isAddress(value: TypedValue | undefined): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

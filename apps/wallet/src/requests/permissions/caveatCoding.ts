import { enforcerContracts } from '@portico/protocol/smartAccount'
import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'
import type { Period } from '../../approve/Limits.ts'
import type { Caveat } from './Delegation.ts'
import type { Allowed, Terms } from './Terms.ts'

/** The terms of a permission, with the account's nonce at NonceEnforcer at which it is valid. */
export type CaveatTerms = { terms: Terms; nonce: bigint }

const none = '0x' as Hex

/**
 * Writes the terms of a permission as caveats, and reads them back.
 *
 * The enforcers of amounts look at the amount alone. So coins are sent with empty calldata: otherwise a permission to send no coin at all
 * would allow every call without coins, also of tokens. Tokens are sent, and contracts called, without coins. Only the delegate itself
 * may use the permission: if it passes the permission on, as ERC-7710 allows, nobody else can use it.
 */
export const caveatCoding = {
  write({ terms: { delegate, expiresAt, allowed }, nonce }: CaveatTerms): Caveat[] {
    return [
      ...writeAllowed(allowed),
      caveat('TimestampEnforcer', `0x${word(0n, 16)}${word(BigInt(expiresAt), 16)}`),
      caveat('NonceEnforcer', `0x${word(nonce)}`),
      caveat('RedeemerEnforcer', pack([delegate])),
    ]
  },

  /** Returns the terms; undefined for caveats that `write` does not return. */
  read(delegate: Hex, caveats: readonly Caveat[]): CaveatTerms | undefined {
    const termsOf = (name: keyof typeof enforcerContracts) =>
      caveats.find(({ enforcer }) => enforcer.toLowerCase() === enforcerContracts[name].toLowerCase())?.terms
    try {
      const allowed = readAllowed(termsOf)
      const expiresAt = Number(numberAt(termsOf('TimestampEnforcer'), 16, 16))
      const nonce = numberAt(termsOf('NonceEnforcer'), 0)
      if (!allowed || !Number.isSafeInteger(expiresAt)) return undefined
      const read = { terms: { delegate, expiresAt, allowed }, nonce }
      return isSame(caveatCoding.write(read), caveats) ? read : undefined
    } catch {
      return undefined
    }
  },
}

function writeAllowed(allowed: Allowed): Caveat[] {
  const noCoins = caveat('ValueLteEnforcer', `0x${word(0n)}`)
  if (allowed.kind === 'coin') {
    const { amount, period } = allowed
    const limit = period
      ? caveat('NativeTokenPeriodTransferEnforcer', `0x${writePeriod(amount, period)}`)
      : caveat('NativeTokenTransferAmountEnforcer', `0x${word(amount)}`)
    return [limit, caveat('ExactCalldataEnforcer', none)]
  }
  if (allowed.kind === 'token') {
    const { token, amount, period } = allowed
    const limit = period
      ? caveat('ERC20PeriodTransferEnforcer', `${pack([token])}${writePeriod(amount, period)}`)
      : caveat('ERC20TransferAmountEnforcer', `${pack([token])}${word(amount)}`)
    return [limit, noCoins]
  }
  return [
    caveat('AllowedTargetsEnforcer', pack(allowed.targets)),
    caveat('AllowedMethodsEnforcer', pack(allowed.selectors)),
    noCoins,
    caveat('LimitedCallsEnforcer', `0x${word(BigInt(allowed.calls))}`),
  ]
}

function readAllowed(
  termsOf: (name: keyof typeof enforcerContracts) => Hex | undefined,
): Allowed | undefined {
  const coin = termsOf('NativeTokenTransferAmountEnforcer')
  if (coin) return { kind: 'coin', amount: numberAt(coin, 0) }
  const coinPeriod = termsOf('NativeTokenPeriodTransferEnforcer')
  if (coinPeriod) return { kind: 'coin', ...readPeriod(coinPeriod, 0) }
  const total = termsOf('ERC20TransferAmountEnforcer')
  if (total) return { kind: 'token', token: addressAt(total), amount: numberAt(total, 20) }
  const perPeriod = termsOf('ERC20PeriodTransferEnforcer')
  if (perPeriod) return { kind: 'token', token: addressAt(perPeriod), ...readPeriod(perPeriod, 20) }
  const [targets, selectors] = [termsOf('AllowedTargetsEnforcer'), termsOf('AllowedMethodsEnforcer')]
  if (!targets || !selectors) return undefined
  return {
    kind: 'contract',
    targets: unpack(targets, 20).map(toChecksum),
    selectors: unpack(selectors, 4),
    calls: toSafe(numberAt(termsOf('LimitedCallsEnforcer'), 0)),
  }
}

function writePeriod(amount: bigint, { seconds, startsAt }: Period): string {
  return `${word(amount)}${word(BigInt(seconds))}${word(BigInt(startsAt))}`
}

function readPeriod(terms: Hex, at: number): { amount: bigint; period: Period } {
  const [seconds, startsAt] = [toSafe(numberAt(terms, at + 32)), toSafe(numberAt(terms, at + 64))]
  return { amount: numberAt(terms, at), period: { seconds, startsAt } }
}

function caveat(name: keyof typeof enforcerContracts, terms: Hex): Caveat {
  return { enforcer: enforcerContracts[name], terms }
}

function isSame(some: readonly Caveat[], others: readonly Caveat[]): boolean {
  const print = (all: readonly Caveat[]) =>
    all.map(({ enforcer, terms }) => `${enforcer}:${terms}`.toLowerCase()).join()
  return print(some) === print(others)
}

function word(value: bigint, bytes = 32): string {
  return value.toString(16).padStart(bytes * 2, '0')
}

function pack(parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2).toLowerCase()).join('')}`
}

function unpack(terms: Hex, bytes: number): Hex[] {
  return (terms.slice(2).match(new RegExp(`.{${bytes * 2}}`, 'g')) ?? []).map((part): Hex => `0x${part}`)
}

/** Throws if the terms are too short. */
function numberAt(terms: Hex | undefined, at: number, bytes = 32): bigint {
  const digits = (terms ?? '').slice(2 + at * 2, 2 + (at + bytes) * 2)
  if (digits.length !== bytes * 2) throw new Error('The terms are too short.')
  return BigInt(`0x${digits}`)
}

function addressAt(terms: Hex): Hex {
  return toChecksum(terms.slice(0, 42))
}

function toChecksum(address: string): Hex {
  return checksumAddress(address.toLowerCase()) as Hex
}

function toSafe(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('The number is too large.')
  return Number(value)
}

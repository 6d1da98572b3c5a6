import type { Account } from '@portico/core'
import { readProperty } from '@portico/protocol'
import type { NetworkName } from '../networks/networkNames.ts'
import { addressScript } from './addressScript.ts'
import { matchingKey } from './matchingKey.ts'
import { readList } from './readList.ts'

const limit = 100

/**
 * Parses the addresses that a wallet returns. Returns at most 100 accounts of the network, without duplicates, payment
 * accounts first. Keeps a public key only if it can belong to the address. An address without a purpose is for
 * ordinals if it is a taproot address, else for payments. If there are no payment accounts, the first account becomes
 * one. Never throws.
 */
export function parseAddresses(value: unknown, network: NetworkName): Account[] {
  const accounts = new Map<string, Account>()
  for (const entry of readList(value)) {
    const rawAddress = typeof entry === 'string' ? entry : readProperty(entry, 'address')
    // Bech32 is case-insensitive; normalize to lower case.
    const address =
      typeof rawAddress === 'string' && /^(BC|TB|BCRT)1/.test(rawAddress)
        ? rawAddress.toLowerCase()
        : rawAddress
    const script = addressScript(address, network)
    if (!script || accounts.size >= limit) continue
    const key = address as string
    const purpose = readProperty(entry, 'purpose')
    const isOrdinal =
      purpose === undefined ? script[0] === 0x51 : purpose === 'ordinals' || purpose === 'ordinal'
    const publicKey = matchingKey(readProperty(entry, 'publicKey'), script)
    const account: Account = {
      address: key,
      type: isOrdinal ? 'ordinal' : 'payment',
      ...(publicKey ? { publicKey } : {}),
    }
    // A wallet with one address for both purposes lists it twice.
    if (accounts.get(key)?.type !== 'payment') accounts.set(key, account)
  }
  const parsed = [...accounts.values()]
  const payments = parsed.filter(({ type }) => type === 'payment')
  if (payments.length > 0) return [...payments, ...parsed.filter(({ type }) => type !== 'payment')]
  return parsed.map((account, index) => (index === 0 ? { ...account, type: 'payment' } : account))
}

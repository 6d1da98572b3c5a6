import type { Account } from '@portico/core'
import { readProperty } from '@portico/protocol'
import type { NetworkName } from '../networks/bitcoinNetworks.ts'
import { addressScript } from './addressScript.ts'
import { matchingKey } from './matchingKey.ts'
import { readList } from './readList.ts'

const limit = 100

/**
 * The accounts in what a wallet listed: addresses of the network, each once, payments first, at most 100. A public key is
 * kept only where the address may be made of it. Where no address is said to be for payments, taproot is for ordinals, and of
 * taproot alone the first is for payments. Never throws.
 */
export function parseAddresses(value: unknown, network: NetworkName): Account[] {
  const accounts = new Map<string, Account>()
  for (const entry of readList(value)) {
    const given = typeof entry === 'string' ? entry : readProperty(entry, 'address')
    // Bech32 is one address in small and in capital letters.
    const address = typeof given === 'string' && /^(BC|TB|BCRT)1/.test(given) ? given.toLowerCase() : given
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
  const found = [...accounts.values()]
  const payments = found.filter(({ type }) => type === 'payment')
  if (payments.length > 0) return [...payments, ...found.filter(({ type }) => type !== 'payment')]
  return found.map((account, index) => (index === 0 ? { ...account, type: 'payment' } : account))
}

import type { Hex, LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/** A wallet's keys: private keys in hex, viem accounts, or a mnemonic (BIP-44, `m/44'/60'/0'/0/i`). */
export type AccountsOption =
  | readonly (Hex | LocalAccount)[]
  | { mnemonic: string /** The number of accounts. Default: 2. */; count?: number | undefined }

// The first two keys of the public mnemonic "test test test test test test test test test test test junk", which every
// local chain funds. They are constants, because deriving them takes 0.2 s at page load.
const testKeys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/**
 * Creates the accounts of a wallet. Errors name the index of a key, never the key itself.
 *
 * @throws {Error} without accounts, for an invalid key, or for duplicate accounts.
 */
export function toAccounts(option: AccountsOption = testKeys): readonly LocalAccount[] {
  const accounts = 'mnemonic' in option ? fromMnemonic(option) : option.map(toAccount)
  if (accounts.length === 0) throw new Error('A test wallet needs at least one account: `accounts` is empty.')
  const addresses = new Set(accounts.map((account) => account.address))
  if (addresses.size !== accounts.length) throw new Error('`accounts` contains the same account twice.')
  return accounts
}

function fromMnemonic({ mnemonic, count = 2 }: { mnemonic: string; count?: number | undefined }) {
  try {
    return Array.from({ length: count }, (_, addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }))
  } catch {
    // The original error is dropped, because it may contain the mnemonic.
    throw new Error('`accounts.mnemonic` is not a BIP-39 mnemonic of 12 to 24 words.')
  }
}

function toAccount(account: Hex | LocalAccount, index: number): LocalAccount {
  if (typeof account !== 'string') return account
  try {
    return privateKeyToAccount(account)
  } catch {
    // The original error is dropped, because it may contain the key.
    throw new Error(`accounts[${index}] is not a private key: 0x and 64 hex digits, below the curve's order.`)
  }
}

import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { NameSigner } from './NameSigner.ts'

/** Creates a signer with a key in memory. */
export function createKeySigner({ key }: { key: Hex }): NameSigner {
  const account = privateKeyToAccount(key)
  return { address: account.address, sign: (hash) => account.sign({ hash }) }
}

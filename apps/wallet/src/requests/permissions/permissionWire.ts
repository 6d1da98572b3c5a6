import { type WalletDelegation, walletDelegation } from '@portico/protocol/gateway'
import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { Delegation } from './Delegation.ts'

/** Writes delegations as JSON, and reads what a store or a server returns. */
export const permissionWire = {
  write({ delegate, delegator, caveats, salt }: Delegation): WalletDelegation {
    return { delegate, delegator, caveats: [...caveats], salt: `0x${salt.toString(16)}` }
  },

  /** Returns undefined for anything that is no delegation. */
  read(data: unknown): Delegation | undefined {
    const parsed = z.safeParse(walletDelegation, data)
    if (!parsed.success) return undefined
    const { delegate, delegator, caveats, salt } = parsed.data
    return {
      delegate: toChecksum(delegate),
      delegator: toChecksum(delegator),
      caveats: caveats.map(({ enforcer, terms }) => ({
        enforcer: toChecksum(enforcer),
        terms: terms as Hex,
      })),
      salt: BigInt(salt),
    }
  },
}

function toChecksum(address: string): Hex {
  return checksumAddress(address.toLowerCase()) as Hex
}

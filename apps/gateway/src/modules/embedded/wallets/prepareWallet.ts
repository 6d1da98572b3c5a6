import { createHash, randomBytes } from 'node:crypto'
import type { CreateWalletRequest } from '@portico/protocol/gateway'
import { Problem } from '../../../infra/http/Problem.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallet, WalletSlot } from './store.ts'

/** The epoch of a new wallet. The wallet site encrypts new wallets with this epoch. */
const firstEpoch = 1

/**
 * Returns the rows of a new wallet, which is pending until it is confirmed. Encrypts the shares of its slots.
 *
 * @throws {Problem} `invalid-request` unless it has one device slot and one auto slot.
 */
export async function prepareWallet({
  session: { userId, jkt },
  request: { walletId, vault, check, address, slots },
  position,
  envelope,
  now,
}: {
  session: WalletSession
  request: CreateWalletRequest
  position: number
  envelope: LiveEnvelope
  now: number
}): Promise<{ wallet: EmbeddedWallet; slots: WalletSlot[] }> {
  const kinds = new Set(slots.map(({ kind }) => kind))
  const ids = new Set(slots.map(({ slotId }) => slotId))
  if (kinds.size < slots.length || ids.size < slots.length)
    throw new Problem('invalid-request', {
      detail: 'A new wallet must have one device slot and one auto slot.',
      errors: [
        { pointer: '/slots', detail: 'Must be one device slot and one auto slot, with different IDs.' },
      ],
    })
  const wallet: EmbeddedWallet = {
    id: walletId,
    userId,
    position,
    status: 'pending',
    epoch: firstEpoch,
    vault,
    check,
    address: address.toLowerCase(),
    contentHash: createHash('sha256')
      .update(JSON.stringify([userId, jkt, walletId, vault, check, address, slots]))
      .digest('base64url'),
    confirmNonce: randomBytes(32).toString('base64url'),
    createdAt: now,
  }
  const encrypted: WalletSlot[] = await Promise.all(
    slots.map(async ({ slotId, kind, wrap, share }) => ({
      walletId,
      slotId,
      userId,
      kind,
      jkt: kind === 'device' ? jkt : null,
      wrap,
      epoch: firstEpoch,
      share: await envelope.seal({
        value: Buffer.from(share, 'base64url'),
        place: slotPlace({ walletId, slotId, userId }),
      }),
      createdAt: now,
      lastUsedAt: now,
    })),
  )
  return { wallet, slots: encrypted }
}

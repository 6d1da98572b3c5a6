// The vault: the wallet's entropy, sealed with the master key for one wallet of one user.
//
//   vault = AES-256-GCM(MK, cbor{v: 1, E, createdAt}, aad = fields("vault", walletId, userId, epoch))
//   check = HMAC-SHA-256(MK, fields("wk1/check", walletId, first EVM address))
import { encodeFields } from './encodeFields.ts'
import { openSeal, SealBrokenError, seal } from './sealing.ts'
import type { MasterKey } from './slot.ts'
import { decodeVaultContent, encodeVaultContent, type VaultContent } from './vaultContent.ts'

/** Which vault. Authenticated with it. */
export type VaultName = { walletId: string; userId: string; epoch: number }

/** Seals the entropy. */
export function sealVault(key: MasterKey, name: VaultName, content: VaultContent) {
  return seal(key.sealing, encodeVaultContent(content), vaultData(name))
}

/**
 * Opens the vault.
 *
 * @throws {SealBrokenError} when it was changed, or is of another wallet, user or epoch
 * @throws {RangeError} when it is of a version this code does not know
 */
export async function openVault(key: MasterKey, name: VaultName, vault: Uint8Array<ArrayBuffer>) {
  return decodeVaultContent(await openSeal(key.sealing, vault, vaultData(name)))
}

/** Ties the address to the master key, so that another vault put in this one's place is noticed. */
export async function checkOf(
  key: MasterKey,
  { walletId, address }: { walletId: string; address: string },
): Promise<Uint8Array<ArrayBuffer>> {
  return mac(key, encodeFields('wk1/check', walletId, address))
}

/**
 * Compares the stored check with what it must be; in constant time, as WebCrypto compares nothing for us here.
 *
 * @throws {SealBrokenError} when they differ
 */
export async function verifyCheck(
  key: MasterKey,
  name: { walletId: string; address: string },
  check: Uint8Array,
): Promise<void> {
  const expected = await checkOf(key, name)
  let difference = expected.length ^ check.length
  for (const [index, byte] of expected.entries()) difference |= byte ^ (check[index] ?? 0)
  if (difference !== 0) throw new SealBrokenError()
}

/** Proof to the gateway that a slot really opens: HMAC-SHA-256(MK, "wk1/confirm" ‖ nonce). */
export async function proofOf(key: MasterKey, nonce: string): Promise<Uint8Array<ArrayBuffer>> {
  return mac(key, new TextEncoder().encode(`wk1/confirm${nonce}`))
}

async function mac(key: MasterKey, content: Uint8Array<ArrayBuffer>) {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key.proving, content))
}

function vaultData({ walletId, userId, epoch }: VaultName) {
  return encodeFields('vault', walletId, userId, epoch)
}

// What one wallet of one user holds, encrypted (`vault` in the wire format; not the vault server).
//
//   vault = AES-256-GCM(MK, cbor(content), aad = fields("vault", walletId, userId, epoch))
//   check = HMAC-SHA-256(MK, fields("wk1/check", walletId, first EVM address))
import { encodeFields } from './encodeFields.ts'
import { openSeal, SealBrokenError, seal } from './sealing.ts'
import type { MasterKey } from './slot.ts'
import { decodeVaultContent, encodeVaultContent, type VaultContent } from './vaultContent.ts'

/** Identifies the encrypted content. All fields are authenticated. */
export type VaultName = { walletId: string; userId: string; epoch: number }

/** Encrypts what a wallet holds. */
export function sealVault(key: MasterKey, name: VaultName, content: VaultContent) {
  return seal(key.sealing, encodeVaultContent(content), vaultData(name))
}

/**
 * Decrypts what a wallet holds.
 *
 * @throws {SealBrokenError} when it was changed, or belongs to another wallet, user or epoch
 * @throws {RangeError} when its version is not supported
 */
export async function openVault(key: MasterKey, name: VaultName, vault: Uint8Array<ArrayBuffer>) {
  return decodeVaultContent(await openSeal(key.sealing, vault, vaultData(name)))
}

/** Computes the check, which binds the address to the master key: a swapped content is detected. */
export async function checkOf(
  key: MasterKey,
  { walletId, address }: { walletId: string; address: string },
): Promise<Uint8Array<ArrayBuffer>> {
  return mac(key, encodeFields('wk1/check', walletId, address))
}

/**
 * Compares the stored check with the expected one in constant time.
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

/** Computes the proof for the gateway that a slot opens: HMAC-SHA-256(MK, "wk1/confirm" ‖ nonce). */
export async function proofOf(key: MasterKey, nonce: string): Promise<Uint8Array<ArrayBuffer>> {
  return mac(key, new TextEncoder().encode(`wk1/confirm${nonce}`))
}

async function mac(key: MasterKey, content: Uint8Array<ArrayBuffer>) {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key.proving, content))
}

function vaultData({ walletId, userId, epoch }: VaultName) {
  return encodeFields('vault', walletId, userId, epoch)
}

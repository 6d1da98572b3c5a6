// Key slots: the master key (MK), wrapped once for each way to open the wallet. A slot opens with a secret on the user's side
// (U) and the gateway's share (S); one without the other reveals nothing.
//
//   SK   = HKDF-SHA-256(ikm = U, salt = SHA-256("wk1/salt" ‖ S ‖ slotId), info = fields("wk1/slot", kind, walletId))
//   wrap = AES-256-GCM(SK, MK, aad = fields("slot", walletId, userId, slotId, kind, jkt, epoch))
//
// HKDF is RFC 5869. U is a CryptoKey that need not be extractable: JavaScript never sees the secret of a device slot.
import { encodeFields } from './encodeFields.ts'
import { openSeal, SealBrokenError, seal, splitSeal } from './sealing.ts'

/** Identifies a slot. All fields are authenticated: a wrapped key opens in its own slot only. */
export type SlotName = {
  walletId: string
  userId: string
  slotId: string
  kind: 'device' | 'auto' | 'code'
  /** Thumbprint of the device's key (RFC 7638); absent for other kinds. */
  jkt?: string | undefined
  epoch: number
}

/** A slot with its secret and its share. */
export type SlotParts = {
  slot: SlotName
  /** U: 32 random bytes, imported by {@link importSlotSecret}. */
  secret: CryptoKey
  /** S: 32 random bytes, stored by the gateway. */
  share: Uint8Array<ArrayBuffer>
}

/** The master key, as two CryptoKeys that are not extractable: one decrypts the entropy, one proves knowledge of the key. */
export type MasterKey = { sealing: CryptoKey; proving: CryptoKey }

const utf8 = new TextEncoder()

/** Imports U as a CryptoKey that is not extractable and can be stored in IndexedDB. */
export function importSlotSecret(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  if (secret.length !== 32) throw new RangeError(`A slot secret must have 32 bytes, got ${secret.length}.`)
  return crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
}

/** Wraps MK for a slot. Each SK is used once, as S is new for every slot. */
export async function sealSlot(parts: SlotParts, masterKey: Uint8Array<ArrayBuffer>) {
  return seal(await deriveSlotKey(parts, ['encrypt']), masterKey, slotData(parts.slot))
}

/**
 * Unwraps MK as CryptoKeys that are not extractable.
 *
 * @throws {SealBrokenError} when the wrapped key, the share, the secret or the slot does not match
 */
export async function openSlot(parts: SlotParts, wrap: Uint8Array<ArrayBuffer>): Promise<MasterKey> {
  const key = await deriveSlotKey(parts, ['unwrapKey'])
  const { algorithm, content } = splitSeal(wrap, slotData(parts.slot))
  try {
    const [sealing, proving] = await Promise.all([
      crypto.subtle.unwrapKey('raw', content, key, algorithm, { name: 'AES-GCM', length: 256 }, false, [
        'decrypt',
      ]),
      crypto.subtle.unwrapKey('raw', content, key, algorithm, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]),
    ])
    return { sealing, proving }
  } catch (cause) {
    throw new SealBrokenError({ cause })
  }
}

/**
 * Decrypts MK as bytes, which is needed only to create another slot. Use it in the worker and overwrite it afterwards.
 *
 * @throws {SealBrokenError} as {@link openSlot}
 */
export async function readMasterKey(parts: SlotParts, wrap: Uint8Array<ArrayBuffer>) {
  return openSeal(await deriveSlotKey(parts, ['decrypt']), wrap, slotData(parts.slot))
}

/** Imports a new master key. */
export async function importMasterKey(masterKey: Uint8Array<ArrayBuffer>): Promise<MasterKey> {
  const [sealing, proving] = await Promise.all([
    crypto.subtle.importKey('raw', masterKey, 'AES-GCM', false, ['encrypt', 'decrypt']),
    crypto.subtle.importKey('raw', masterKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { sealing, proving }
}

async function deriveSlotKey({ slot, secret, share }: SlotParts, usages: KeyUsage[]): Promise<CryptoKey> {
  // With a share of another length, different pairs of share and slot id could have the same salt.
  if (share.length !== 32) throw new SealBrokenError()
  const prefix = utf8.encode('wk1/salt')
  const name = utf8.encode(slot.slotId)
  const salted = new Uint8Array(prefix.length + share.length + name.length)
  salted.set(prefix)
  salted.set(share, prefix.length)
  salted.set(name, prefix.length + share.length)
  return crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: await crypto.subtle.digest('SHA-256', salted),
      info: encodeFields('wk1/slot', slot.kind, slot.walletId),
    },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    usages,
  )
}

function slotData({ walletId, userId, slotId, kind, jkt, epoch }: SlotName) {
  return encodeFields('slot', walletId, userId, slotId, kind, jkt ?? '', epoch)
}

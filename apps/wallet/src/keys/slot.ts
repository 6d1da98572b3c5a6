// Key slots: the master key (MK), wrapped once per way to open the wallet. Each needs a secret of the user's side (U) and a
// share of the server's (S); neither alone says anything.
//
//   SK   = HKDF-SHA-256(ikm = U, salt = SHA-256("wk1/salt" ‖ S ‖ slotId), info = fields("wk1/slot", kind, walletId))
//   wrap = AES-256-GCM(SK, MK, aad = fields("slot", walletId, userId, slotId, kind, jkt, epoch))
//
// U comes as an HKDF key that need not be extractable: with a device slot, JavaScript never sees it. RFC 5869.
import { encodeFields } from './encodeFields.ts'
import { openSeal, SealBrokenError, seal, splitSeal } from './sealing.ts'

/** Which slot of which wallet. All of it is authenticated: a wrap opens in its own place only. */
export type SlotName = {
  walletId: string
  userId: string
  slotId: string
  kind: 'device' | 'auto'
  /** Thumbprint of the device's key (RFC 7638); absent for `auto`. */
  jkt?: string | undefined
  epoch: number
}

/** A slot with what opens it. */
export type SlotParts = {
  slot: SlotName
  /** U: 32 random bytes, imported by {@link importSlotSecret}. */
  secret: CryptoKey
  /** S: 32 random bytes, kept by the gateway. */
  share: Uint8Array<ArrayBuffer>
}

/** The master key, as handles that can open the vault and prove knowledge, but cannot be read. */
export type MasterKey = { sealing: CryptoKey; proving: CryptoKey }

const utf8 = new TextEncoder()

/** Makes U a key that can be kept in IndexedDB and used, but not read again. */
export function importSlotSecret(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  if (secret.length !== 32) throw new RangeError(`A slot secret has 32 bytes, not ${secret.length}.`)
  return crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
}

/** The wrap of MK for this slot. Each SK wraps once, as S is new for every slot. */
export async function sealSlot(parts: SlotParts, masterKey: Uint8Array<ArrayBuffer>) {
  return seal(await deriveSlotKey(parts, ['encrypt']), masterKey, slotData(parts.slot))
}

/**
 * Opens MK into handles that cannot be read.
 *
 * @throws {SealBrokenError} when the wrap, the share, the secret or the place is another
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
 * Opens MK as bytes, which only making another slot needs. Inside the worker; overwrite it afterwards.
 *
 * @throws {SealBrokenError} as {@link openSlot}
 */
export async function readMasterKey(parts: SlotParts, wrap: Uint8Array<ArrayBuffer>) {
  return openSeal(await deriveSlotKey(parts, ['decrypt']), wrap, slotData(parts.slot))
}

/** Handles of a master key that was made here. */
export async function importMasterKey(masterKey: Uint8Array<ArrayBuffer>): Promise<MasterKey> {
  const [sealing, proving] = await Promise.all([
    crypto.subtle.importKey('raw', masterKey, 'AES-GCM', false, ['encrypt', 'decrypt']),
    crypto.subtle.importKey('raw', masterKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { sealing, proving }
}

async function deriveSlotKey({ slot, secret, share }: SlotParts, usages: KeyUsage[]): Promise<CryptoKey> {
  // A share of another length would move the border between it and the slot's name.
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

import { loginMethod } from '@portico/protocol/social'
import * as z from 'zod/mini'
import type { PartitionStorage } from './PartitionStorage.ts'

/** Storage key of the session. */
export const sessionKey = 'session'
/** Storage key of the refresh token. Kept apart from the session, as any tab may rotate it. */
export const refreshKey = 'refresh'
/** Storage key of this device's slot secret. */
export const deviceKey = 'device'
/** Storage key of this device's slot secret in a wallet whose owner logged in here before the current one. */
export const otherDeviceKey = (walletId: string) => `device ${walletId}`
/** Storage key of the secret of this device's slot in a wallet that is being imported. */
export const importKey = 'import'
/** Storage key of this device's DPoP keys. They outlive the session: the vault recognises the device by them. */
export const dpopKey = 'dpop'
/** Storage key of the random ID of this installation. */
export const clientIdKey = 'client-id'

const storedSession = z.object({
  userId: z.string(),
  /** Absent: the provider of a social login gave none. */
  email: z.optional(z.string()),
  /** How the visitor logged in; absent for a session stored before there were other ways than e-mail. */
  method: z.optional(loginMethod),
  /** The public name at the provider of a social login. */
  userName: z.optional(z.string()),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  /** Null: the wallet has no Solana account. Absent: it has not been read, see `readSolanaAddress`. */
  solanaAddress: z.optional(z.nullable(z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)))),
  /** The origins that the visitor has connected. */
  origins: z.array(z.string()),
})
/** The session on this device. Written last in a login, after the wallet was opened. */
export type StoredSession = z.infer<typeof storedSession>

const storedDevice = z.object({
  walletId: z.string(),
  slotId: z.string(),
  secret: z.custom<CryptoKey>((value) => value instanceof CryptoKey),
})
/** This device's slot and its secret, a CryptoKey that is not extractable. */
export type StoredDevice = z.infer<typeof storedDevice>

export async function readStoredSession(storage: PartitionStorage): Promise<StoredSession | undefined> {
  return z.safeParse(storedSession, await storage.read(sessionKey)).data
}

export async function readStoredDevice(
  storage: PartitionStorage,
  key = deviceKey,
): Promise<StoredDevice | undefined> {
  return z.safeParse(storedDevice, await storage.read(key)).data
}

/**
 * Deletes the session. The DPoP keys stay, by which the servers recognise this device, and so do the secrets of its slots,
 * with which the next login opens the wallet: without a session the gateway releases no share for them.
 */
export function forgetSession(storage: PartitionStorage): Promise<void> {
  return removeAllBut(storage, [dpopKey, clientIdKey, deviceKey])
}

/**
 * Deletes everything of the last visitor except the DPoP keys and the random ID: the gateway has revoked or removed
 * this device.
 */
export function forgetDevice(storage: PartitionStorage): Promise<void> {
  return removeAllBut(storage, [dpopKey, clientIdKey])
}

async function removeAllBut(storage: PartitionStorage, kept: readonly string[]): Promise<void> {
  const keys = await storage.keys()
  const ofOthers = otherDeviceKey('')
  await storage.remove(keys.filter((key) => !kept.includes(key) && !key.startsWith(ofOthers)))
}

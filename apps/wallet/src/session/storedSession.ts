import * as z from 'zod/mini'
import type { PartitionStorage } from './PartitionStorage.ts'

/** Where the session lies in storage. */
export const sessionKey = 'session'
/** Where the refresh token lies. On its own: it changes with every use, in whichever tab that is. */
export const refreshKey = 'refresh'
/** Where this device's half of its slot lies. */
export const deviceKey = 'device'
/** Where this device's signing keys lie. They outlive the session: by them the vault knows the device again. */
export const dpopKey = 'dpop'
/** In front of what other parts of the wallet keep. */
export const memoryPrefix = 'memory:'

const storedSession = z.object({
  userId: z.string(),
  email: z.string(),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  /** The origins that the visitor has connected. */
  origins: z.array(z.string()),
})
/** Who is logged in on this device. Written last, when the wallet is there and opens. */
export type StoredSession = z.infer<typeof storedSession>

const storedDevice = z.object({
  walletId: z.string(),
  slotId: z.string(),
  secret: z.custom<CryptoKey>((value) => value instanceof CryptoKey),
})
/** This device's slot, and its secret: a key that can be used and not be read. */
export type StoredDevice = z.infer<typeof storedDevice>

export async function readStoredSession(storage: PartitionStorage): Promise<StoredSession | undefined> {
  return z.safeParse(storedSession, await storage.read(sessionKey)).data
}

export async function readStoredDevice(storage: PartitionStorage): Promise<StoredDevice | undefined> {
  return z.safeParse(storedDevice, await storage.read(deviceKey)).data
}

/** Forgets the visitor: all but the keys by which the vault knows this device. */
export async function forgetSession(storage: PartitionStorage): Promise<void> {
  const keys = await storage.keys()
  await storage.remove(keys.filter((key) => key !== dpopKey))
}

import { socialProvider } from '@portico/protocol/social'
import * as z from 'zod/mini'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import type { SocialLeg } from './SocialLeg.ts'

/** Start of the storage keys; the state follows, so that several windows can log in at once. */
const prefix = 'social:'
/** Milliseconds after which a login is over at the servers, and its record is deleted. */
const lifetimeMs = 600_000

const cryptoKey = z.custom<CryptoKey>((value) => value instanceof CryptoKey)
const shared = {
  provider: socialProvider,
  /** ID of the login at the vault. */
  tx: z.string(),
  /** Random value that the provider returns. */
  state: z.string(),
  /** The key of this window, which is not extractable. The servers accept the result only with its proof. */
  keys: z.object({ privateKey: cryptoKey, publicKey: cryptoKey }),
  startedAt: z.number(),
  /** Where the tab goes in the end, if it is the host page's own. */
  returnTo: z.optional(z.string()),
  /** The provider has returned; a second callback with this state is refused. */
  isReturned: z.optional(z.literal(true)),
}
const socialRecord = z.union([
  z.object({ ...shared, leg: z.literal('vault') }),
  z.object({
    ...shared,
    leg: z.literal('gateway'),
    /** ID of the introduction at the gateway. The vault must not learn it. */
    introduction: z.string(),
    /** The request for the vault, which follows. */
    next: z.object({ state: z.string(), url: z.string() }),
  }),
])
/** What the page keeps while the visitor is at the provider. */
export type SocialRecord = z.infer<typeof socialRecord>

/** Keeps the record of a login, and deletes those of logins that are over. */
export async function writeSocialRecord(storage: PartitionStorage, record: SocialRecord): Promise<void> {
  await storage.write(`${prefix}${record.state}`, record)
  for (const key of await storage.keys()) {
    if (!key.startsWith(prefix)) continue
    const { data } = z.safeParse(socialRecord, await storage.read(key))
    const age = record.startedAt - (data?.startedAt ?? 0)
    if (age > lifetimeMs) await storage.remove([key])
  }
}

type Place = SocialLeg & { state: string }

/**
 * Takes the record of the login with this state, provider and leg, once. Other logins that are under way stay, so that a stray
 * callback cannot end them. {@link readReturnedRecord} still finds it, until it is deleted.
 */
export async function takeSocialRecord(
  storage: PartitionStorage,
  place: Place,
): Promise<SocialRecord | undefined> {
  const record = await readRecord(storage, place)
  if (!record || record.isReturned) return undefined
  await storage.write(`${prefix}${place.state}`, { ...record, isReturned: true })
  return record
}

/** Returns the record of a login whose page was reloaded after the provider had returned. */
export async function readReturnedRecord(
  storage: PartitionStorage,
  place: Place,
): Promise<SocialRecord | undefined> {
  const record = await readRecord(storage, place)
  return record?.isReturned && record
}

/** Deletes the record of a leg that has ended. */
export function removeSocialRecord(storage: PartitionStorage, { state }: SocialRecord): Promise<void> {
  return storage.remove([`${prefix}${state}`])
}

async function readRecord(
  storage: PartitionStorage,
  { provider, leg, state }: Place,
): Promise<SocialRecord | undefined> {
  const { data } = z.safeParse(socialRecord, await storage.read(`${prefix}${state}`))
  const isOurs = data?.state === state && data.provider === provider && data.leg === leg
  return isOurs ? data : undefined
}

import { createDpopProver, type DpopProver, makeDpopKeys } from './createDpopProver.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { dpopKey } from './storedSession.ts'

/** Loads this partition's DPoP keys, or creates them. Vault and gateway recognise the device by them. */
export async function openPartition({
  storage,
  now,
}: {
  storage: PartitionStorage
  now?: (() => number) | undefined
}): Promise<DpopProver> {
  const stored = await storage.read(dpopKey)
  if (isKeyPair(stored)) return createDpopProver({ keys: stored, now })
  const keys = await makeDpopKeys()
  await storage.write(dpopKey, { privateKey: keys.privateKey, publicKey: keys.publicKey })
  return createDpopProver({ keys, now })
}

function isKeyPair(value: unknown): value is CryptoKeyPair {
  const { privateKey, publicKey } = (value ?? {}) as Partial<CryptoKeyPair>
  return privateKey instanceof CryptoKey && publicKey instanceof CryptoKey
}

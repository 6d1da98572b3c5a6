import type { Hex } from 'viem'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { GatewayClient } from '../session/createGatewayClient.ts'
import type { OpenGrant } from '../session/createGrant.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { SessionEndedError } from '../session/ServerError.ts'
import { deviceKey, importKey, readStoredDevice, type StoredDevice } from '../session/storedSession.ts'
import type { ImportClient } from './createImportClient.ts'
import type { ImportWorker } from './startImportWorker.ts'

export type ImportParameters = {
  client: ImportClient
  gateway: Pick<GatewayClient, 'readWallet' | 'readShare'>
  storage: PartitionStorage
  worker: ImportWorker
  /** The vault's encryption key. */
  sealTo: SealingKey
  jkt: string
  userId: string
  accessToken: string
  /** The grant of a login that was completed just now. */
  openGrant(): Promise<OpenGrant>
  /** Stores the new address in the session. */
  setAddress(address: Hex): Promise<unknown>
  /** The typed phrase or key. */
  text: string
}

/**
 * Replaces the wallet by an imported one, in the two phases in which a wallet is created: every party stores its part, then
 * the wallet is opened in both ways from what was stored, and confirmed. Until then nothing changes. The secret of this
 * device's new slot is stored beside that of the old one, so that neither is missing after a crash at any point.
 */
export async function importWallet({
  client,
  gateway,
  storage,
  worker,
  sealTo,
  jkt,
  userId,
  accessToken,
  openGrant,
  setAddress,
  text,
}: ImportParameters): Promise<void> {
  // First: the gateway's statement, with which the grant is opened, is valid for two minutes only.
  const { grant } = await openGrant()
  const current = await gateway.readWallet(accessToken, userId)
  if (current?.status !== 'active') throw new SessionEndedError()
  const created = await worker.run('create', { text, userId, jkt, sealTo })
  const { walletId, address } = created.wallet
  const { statement } = await client.notice(userId)
  const { confirmNonce } = await client.start(accessToken, {
    wallet: created.wallet,
    slots: [created.device, created.auto],
    replaces: current.record.walletId,
    statement,
  })
  const { slotId } = created.device.slot
  const device: StoredDevice = { walletId, slotId, secret: created.deviceSecret }
  await storage.write(importKey, device)
  const stored = await readStoredDevice(storage, importKey)
  if (stored?.slotId !== slotId) throw new Error('This browser did not store the key of this device.')
  const { receipt } = await client.storeAuto({ grant, sealed: created.sealedAuto })

  const { record, slots } = await client.readOne(accessToken, { userId, walletId })
  const deviceSlot = slots.find((slot) => slot.slotId === slotId)
  const autoSlot = slots.find((slot) => slot.slotId === created.auto.slot.slotId)
  if (!deviceSlot || !autoSlot) throw new Error('The gateway did not store the imported wallet.')
  const [deviceShare, autoShare] = await Promise.all([
    gateway.readShare(accessToken, walletId, deviceSlot.slotId),
    gateway.readShare(accessToken, walletId, autoSlot.slotId),
  ])
  const { proofs, signature } = await worker.run('prove', {
    wallet: record,
    device: { slot: deviceSlot, share: deviceShare, secret: stored.secret },
    auto: { slot: autoSlot, share: autoShare },
    nonce: confirmNonce,
  })
  await client.confirm(accessToken, walletId, { proofs, signature, receipt })
  await storage.write(deviceKey, device)
  await setAddress(address as Hex)
  // Last: as long as it is there, the next page finishes what is above (`finishImport`).
  await storage.remove([importKey])
}

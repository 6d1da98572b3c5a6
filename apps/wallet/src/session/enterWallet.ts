import type { Hex } from 'viem'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { KeyWorker, StartKeyWorker } from '../signer/KeyWorker.ts'
import type { SlotRecord } from '../signer/walletRecord.ts'
import type { GatewayClient, StoredWallet } from './createGatewayClient.ts'
import type { OpenGrant } from './createGrant.ts'
import type { VaultClient } from './createVaultClient.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError } from './ServerError.ts'
import { storeDevice } from './storeDevice.ts'
import { otherDeviceKey, readStoredDevice } from './storedSession.ts'

export type EnterServices = {
  gateway: GatewayClient
  vault: VaultClient
  storage: PartitionStorage
  startWorker: StartKeyWorker
  sealTo: SealingKey
  /** Thumbprint of this device's DPoP key (RFC 7638). */
  jkt: string
  /** Resolves after a time; used while another tab or device creates the wallet. */
  wait(milliseconds: number): Promise<void>
}

/** What a correct code returned. `openGrant` lets the vault store or release the recovery secret. */
export type LoginProof = { accessToken: string; userId: string; openGrant(): Promise<OpenGrant> }

type OpenServices = Omit<EnterServices, 'startWorker'> & { worker: KeyWorker }

/** Another tab, device or attempt changed the wallet meanwhile: read it again. */
class WalletChangedError extends Error {}

const maxAttempts = 6

/**
 * Opens the user's wallet on this device after a login, and creates it if the user has none. Returns its address only after
 * the wallet was opened in two ways: with this device's slot, and with its recovery.
 *
 * @param services.worker was started before, as starting it takes time; the caller closes it
 */
export async function enterWallet(services: OpenServices, proof: LoginProof): Promise<Hex> {
  const { gateway, wait } = services
  let waitedFor: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      const wallet = await gateway.readWallet(proof.accessToken, proof.userId)
      if (!wallet) return await createWallet(services, proof)
      if (wallet.status === 'active') return await openWallet(services, proof, wallet)
      // Pending: its creation has not finished, so its address was never shown. Wait once, as another
      // device may be creating it now; then delete it.
      const { walletId } = wallet.record
      if (waitedFor === walletId) await gateway.deletePending(proof.accessToken, walletId)
      else {
        await wait(1500)
        waitedFor = walletId
      }
    } catch (error) {
      if (attempt >= maxAttempts || !(error instanceof WalletChangedError || isConflict(error))) throw error
      await wait(100 * attempt)
    }
  }
}

/**
 * Creates a wallet in two phases: first every party stores its part, then the wallet is opened from what was stored and
 * confirmed. A crash in between leaves a pending wallet whose address was never shown; the next login creates another.
 */
async function createWallet(services: OpenServices, proof: LoginProof): Promise<Hex> {
  const { gateway, vault, worker, storage, sealTo, jkt } = services
  const { accessToken, userId, openGrant } = proof
  const [created, { grant }] = await Promise.all([worker.run('create', { userId, jkt, sealTo }), openGrant()])
  const { walletId } = created.wallet
  const { confirmNonce } = await gateway.createWallet(accessToken, {
    wallet: created.wallet,
    slots: [created.device, created.auto],
  })
  const { slotId } = created.device.slot
  const [device, { receipt }] = await Promise.all([
    storeDevice(storage, { walletId, slotId, secret: created.deviceSecret }),
    vault.storeAuto({ grant, sealed: created.sealedAuto }),
  ])

  const autoSlotId = created.auto.slot.slotId
  const [stored, deviceShare, autoShare] = await Promise.all([
    gateway.readWallet(accessToken, userId),
    gateway.readShare(accessToken, walletId, slotId),
    gateway.readShare(accessToken, walletId, autoSlotId),
  ])
  const own = stored?.record.walletId === walletId ? stored : undefined
  const deviceSlot = own && findSlot(own, slotId)
  const autoSlot = own && findSlot(own, autoSlotId)
  if (!own || !deviceSlot || !autoSlot) throw new WalletChangedError()
  const { proofs, signature } = await worker.run('prove', {
    wallet: own.record,
    device: { slot: deviceSlot, share: deviceShare, secret: device.secret },
    auto: { slot: autoSlot, share: autoShare },
    nonce: confirmNonce,
  })
  await gateway.confirmWallet(accessToken, walletId, { proofs, signature, receipt })
  return created.wallet.address as Hex
}

async function openWallet(services: OpenServices, proof: LoginProof, wallet: StoredWallet): Promise<Hex> {
  return (await openWithDevice(services, proof, wallet)) ?? (await openWithRecovery(services, proof, wallet))
}

/** Opens the wallet with this device's slot. Returns undefined when the device has no slot that opens it. */
async function openWithDevice(
  services: OpenServices,
  proof: LoginProof,
  { record, slots }: StoredWallet,
): Promise<Hex | undefined> {
  const { gateway, storage, worker, jkt } = services
  const current = await readStoredDevice(storage)
  const isCurrent = current?.walletId === record.walletId
  const stored = isCurrent ? current : await readStoredDevice(storage, otherDeviceKey(record.walletId))
  const slot = slots.find(
    ({ slotId, kind, jkt: slotJkt }) => slotId === stored?.slotId && kind === 'device' && slotJkt === jkt,
  )
  if (!stored || !slot) return undefined
  try {
    const share = await gateway.readShare(proof.accessToken, record.walletId, slot.slotId)
    const { address } = await worker.run('open', {
      wallet: record,
      device: { slot, share, secret: stored.secret },
    })
    if (!isCurrent) await storeDevice(storage, stored)
    return address
  } catch (error) {
    // The share is gone, or the parts do not match: recovery helps. If the gateway cannot be reached, it does not.
    if (error instanceof ServerError || isSealBroken(error)) return undefined
    throw error
  }
}

/** Opens the wallet with the recovery secret that the vault releases, and adds a slot for this device. */
async function openWithRecovery(
  services: OpenServices,
  proof: LoginProof,
  { record, slots }: StoredWallet,
): Promise<Hex> {
  const { gateway, vault, storage, worker, jkt } = services
  const { accessToken, openGrant } = proof
  const slot = slots.find(({ kind }) => kind === 'auto')
  if (!slot)
    throw new Error('This wallet cannot be recovered by e-mail: log in on a device that already opened it.')
  const { walletId, epoch } = record
  const { grant, releaseKey } = await openGrant()
  const [{ sealed }, share] = await Promise.all([
    vault.releaseAuto({ grant, walletId, slotId: slot.slotId }),
    gateway.readShare(accessToken, walletId, slot.slotId),
  ])
  const { device, deviceSecret, address } = await worker.run('addDevice', {
    wallet: record,
    released: { slot, share, sealed, releaseKey },
    jkt,
    epoch,
  })
  const { slotId } = device.slot
  const stored = await storeDevice(storage, { walletId, slotId, secret: deviceSecret })
  await gateway.addSlot(accessToken, walletId, device, epoch)
  // Open the new slot from what was stored, not from what is still in memory.
  const [updated, newShare] = await Promise.all([
    gateway.readWallet(accessToken, record.userId),
    gateway.readShare(accessToken, walletId, slotId),
  ])
  const newSlot = updated && findSlot(updated, slotId)
  if (!updated || !newSlot) throw new WalletChangedError()
  await worker.run('open', {
    wallet: updated.record,
    device: { slot: newSlot, share: newShare, secret: stored.secret },
  })
  return address
}

function findSlot({ slots }: StoredWallet, slotId: string): SlotRecord | undefined {
  return slots.find((slot) => slot.slotId === slotId)
}

function isConflict(error: unknown): boolean {
  return error instanceof ServerError && (error.problem.status === 409 || error.problem.status === 404)
}

function isSealBroken(error: unknown): boolean {
  return error instanceof Error && error.name === 'SealBrokenError'
}

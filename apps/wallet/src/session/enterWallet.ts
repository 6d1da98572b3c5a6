import type { Hex } from 'viem'
import type { SealingKey } from '../keys/sealToServer.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import type { SlotRecord } from '../signer/walletRecord.ts'
import type { GatewayClient, StoredWallet } from './createGatewayClient.ts'
import type { OpenGrant } from './createGrant.ts'
import type { VaultClient } from './createVaultClient.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError } from './ServerError.ts'
import { storeDevice } from './storeDevice.ts'
import { readStoredDevice } from './storedSession.ts'

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

/** Another tab, device or attempt changed the wallet meanwhile: read it again. */
class WalletChangedError extends Error {}

const maxAttempts = 6

/**
 * Opens the user's wallet on this device after a login, and creates it if the user has none. Returns its address only after
 * the wallet was opened in two ways: with this device's slot, and with its recovery.
 */
export async function enterWallet(services: EnterServices, proof: LoginProof): Promise<Hex> {
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
async function createWallet(services: EnterServices, proof: LoginProof): Promise<Hex> {
  const { gateway, vault, startWorker, storage, sealTo, jkt } = services
  const { accessToken, userId, openGrant } = proof
  const worker = startWorker()
  try {
    const [created, { grant }] = await Promise.all([
      worker.run('create', { userId, jkt, sealTo }),
      openGrant(),
    ])
    const { walletId } = created.wallet
    const { confirmNonce } = await gateway.createWallet(accessToken, {
      wallet: created.wallet,
      slots: [created.device, created.auto],
    })
    const { slotId } = created.device.slot
    const device = await storeDevice(storage, { walletId, slotId, secret: created.deviceSecret })
    const { receipt } = await vault.storeAuto({ grant, sealed: created.sealedAuto })

    const stored = await gateway.readWallet(accessToken, userId)
    const own = stored?.record.walletId === walletId ? stored : undefined
    const deviceSlot = own && findSlot(own, slotId)
    const autoSlot = own && findSlot(own, created.auto.slot.slotId)
    if (!own || !deviceSlot || !autoSlot) throw new WalletChangedError()
    const [deviceShare, autoShare] = await Promise.all([
      gateway.readShare(accessToken, walletId, deviceSlot.slotId),
      gateway.readShare(accessToken, walletId, autoSlot.slotId),
    ])
    const { proofs, signature } = await worker.run('prove', {
      wallet: own.record,
      device: { slot: deviceSlot, share: deviceShare, secret: device.secret },
      auto: { slot: autoSlot, share: autoShare },
      nonce: confirmNonce,
    })
    await gateway.confirmWallet(accessToken, walletId, { proofs, signature, receipt })
    return created.wallet.address as Hex
  } finally {
    worker.close()
  }
}

async function openWallet(services: EnterServices, proof: LoginProof, wallet: StoredWallet): Promise<Hex> {
  return (await openWithDevice(services, proof, wallet)) ?? (await openWithRecovery(services, proof, wallet))
}

/** Opens the wallet with this device's slot. Returns undefined when the device has no slot that opens it. */
async function openWithDevice(
  services: EnterServices,
  proof: LoginProof,
  { record, slots }: StoredWallet,
): Promise<Hex | undefined> {
  const { gateway, storage, startWorker, jkt } = services
  const stored = await readStoredDevice(storage)
  const slot = slots.find(
    ({ slotId, kind, jkt: slotJkt }) => slotId === stored?.slotId && kind === 'device' && slotJkt === jkt,
  )
  if (!stored || !slot || stored.walletId !== record.walletId) return undefined
  const worker = startWorker()
  try {
    const share = await gateway.readShare(proof.accessToken, record.walletId, slot.slotId)
    const { address } = await worker.run('open', {
      wallet: record,
      device: { slot, share, secret: stored.secret },
    })
    return address
  } catch (error) {
    // The share is gone, or the parts do not match: recovery helps. If the gateway cannot be reached, it does not.
    if (error instanceof ServerError || isSealBroken(error)) return undefined
    throw error
  } finally {
    worker.close()
  }
}

/** Opens the wallet with the recovery secret that the vault releases, and adds a slot for this device. */
async function openWithRecovery(
  services: EnterServices,
  proof: LoginProof,
  { record, slots }: StoredWallet,
): Promise<Hex> {
  const { gateway, vault, storage, startWorker, jkt } = services
  const { accessToken, openGrant } = proof
  const slot = slots.find(({ kind }) => kind === 'auto')
  if (!slot)
    throw new Error('This wallet cannot be recovered by e-mail: log in on a device that already opened it.')
  const { walletId, epoch } = record
  const worker = startWorker()
  try {
    const { grant, releaseKey } = await openGrant()
    const { sealed } = await vault.releaseAuto({ grant, walletId, slotId: slot.slotId })
    const share = await gateway.readShare(accessToken, walletId, slot.slotId)
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
    const updated = await gateway.readWallet(accessToken, record.userId)
    const newSlot = updated && findSlot(updated, slotId)
    if (!updated || !newSlot) throw new WalletChangedError()
    const newShare = await gateway.readShare(accessToken, walletId, slotId)
    await worker.run('open', {
      wallet: updated.record,
      device: { slot: newSlot, share: newShare, secret: stored.secret },
    })
    return address
  } finally {
    worker.close()
  }
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

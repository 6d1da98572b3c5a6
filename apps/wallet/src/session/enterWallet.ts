import type { Hex } from 'viem'
import type { SealingKey } from '../signer/createKeyOperations.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import type { SlotRecord } from '../signer/walletRecord.ts'
import type { GatewayClient, KeptWallet } from './createGatewayClient.ts'
import type { VaultClient } from './createVaultClient.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError } from './ServerError.ts'
import { deviceKey, readStoredDevice, type StoredDevice } from './storedSession.ts'

/** What entering needs of the world. */
export type EnterServices = {
  gateway: GatewayClient
  vault: Pick<VaultClient, 'storeAuto' | 'releaseAuto'>
  storage: PartitionStorage
  startWorker: StartKeyWorker
  sealTo: SealingKey
  jkt: string
  /** Waits a moment for another tab or device that is just making the wallet. */
  pause(milliseconds: number): Promise<void>
  /** For tests: called after each awaited step, by its name. */
  reach(step: string): Promise<void>
}

/** What the accepted code has brought. */
export type Proven = { accessToken: string; userId: string; grant: string; releaseKey: CryptoKey }

/** Another tab, device or attempt was faster: look again. */
class Outrun extends Error {}

const attempts = 6

/**
 * From an accepted code to an address: opens the wallet of this user on this device, and makes it where there is none.
 * Answers only when the wallet opens by at least two ways, on this device and by its recovery.
 */
export async function enterWallet(services: EnterServices, proven: Proven): Promise<Hex> {
  const { gateway, pause, reach } = services
  let waitedFor: string | undefined
  for (let attempt = 1; ; attempt += 1) {
    try {
      const kept = await gateway.readWallet(proven.accessToken, proven.userId)
      await reach('enter: wallet read')
      if (!kept) return await makeWallet(services, proven)
      if (kept.status === 'active') return await openWallet(services, proven, kept)
      // Half made, so its address was shown to nobody. Whoever is making it now gets a moment; left alone, it goes.
      const { walletId } = kept.record
      if (waitedFor === walletId) {
        await gateway.deletePending(proven.accessToken, walletId)
        await reach('enter: pending deleted')
      } else {
        await pause(1500)
        waitedFor = walletId
      }
    } catch (error) {
      if (attempt >= attempts || !(error instanceof Outrun || isConflict(error))) throw error
      await pause(100 * attempt)
    }
  }
}

/**
 * Two phases: first everything is kept by everyone, then it is opened from what was kept, then it counts. A crash
 * between leaves a wallet that never was: no address has been shown, and the next login makes another.
 */
async function makeWallet(services: EnterServices, proven: Proven): Promise<Hex> {
  const { gateway, vault, startWorker, storage, sealTo, jkt, reach } = services
  const { accessToken, userId, grant } = proven
  const worker = startWorker()
  try {
    const made = await worker.run('create', { userId, jkt, sealTo })
    const { walletId } = made.wallet
    await reach('make: made')
    const { confirmNonce } = await gateway.createWallet(accessToken, {
      wallet: made.wallet,
      made: [made.device, made.auto],
    })
    await reach('make: pending')
    const { slotId } = made.device.slot
    const device = await keepDevice(storage, { walletId, slotId, secret: made.deviceSecret })
    await reach('make: device kept')
    const { receipt } = await vault.storeAuto({ grant, sealed: made.sealedAuto })
    await reach('make: recovery kept')

    const kept = await gateway.readWallet(accessToken, userId)
    const ours = kept?.record.walletId === walletId ? kept : undefined
    const deviceSlot = ours && findSlot(ours, slotId)
    const autoSlot = ours && findSlot(ours, made.auto.slot.slotId)
    if (!ours || !deviceSlot || !autoSlot) throw new Outrun()
    await reach('make: read back')
    const [deviceShare, autoShare] = await Promise.all([
      gateway.readShare(accessToken, walletId, deviceSlot.slotId),
      gateway.readShare(accessToken, walletId, autoSlot.slotId),
    ])
    await reach('make: shares read')
    const proofs = await worker.run('prove', {
      wallet: ours.record,
      device: { slot: deviceSlot, share: deviceShare, secret: device.secret },
      auto: { slot: autoSlot, share: autoShare },
      nonce: confirmNonce,
    })
    await reach('make: proven')
    await gateway.confirmWallet(accessToken, walletId, { proofs, receipt })
    await reach('make: confirmed')
    return made.wallet.address as Hex
  } finally {
    worker.close()
  }
}

async function openWallet(services: EnterServices, proven: Proven, kept: KeptWallet): Promise<Hex> {
  return (await openByDevice(services, proven, kept)) ?? (await openByRecovery(services, proven, kept))
}

/** This device has a slot already. Undefined where it has none that opens: losing one is normal, and costs one login. */
async function openByDevice(services: EnterServices, proven: Proven, { record, slots }: KeptWallet) {
  const { gateway, storage, startWorker, jkt, reach } = services
  const stored = await readStoredDevice(storage)
  const slot = slots.find((one) => one.slotId === stored?.slotId && one.kind === 'device' && one.jkt === jkt)
  if (!stored || !slot || stored.walletId !== record.walletId) return undefined
  const worker = startWorker()
  try {
    const share = await gateway.readShare(proven.accessToken, record.walletId, slot.slotId)
    await reach('open: share read')
    const { address } = await worker.run('open', {
      wallet: record,
      device: { slot, share, secret: stored.secret },
    })
    return address
  } catch (error) {
    // The share is gone, or the parts do not fit: the recovery does. That the gateway is away, it does not mend.
    if (error instanceof ServerError || isBroken(error)) return undefined
    throw error
  } finally {
    worker.close()
  }
}

async function openByRecovery(
  services: EnterServices,
  proven: Proven,
  { record, slots }: KeptWallet,
): Promise<Hex> {
  const { gateway, vault, storage, startWorker, jkt, reach } = services
  const { accessToken, grant, releaseKey } = proven
  const slot = slots.find(({ kind }) => kind === 'auto')
  if (!slot) throw new Error('This wallet has no recovery by e-mail: open it on a device that knows it.')
  const { walletId, epoch } = record
  const worker = startWorker()
  try {
    const { sealed } = await vault.releaseAuto({ grant, walletId, slotId: slot.slotId })
    await reach('recover: released')
    const share = await gateway.readShare(accessToken, walletId, slot.slotId)
    await reach('recover: share read')
    const { device, deviceSecret, address } = await worker.run('addDevice', {
      wallet: record,
      released: { slot, share, sealed, releaseKey },
      jkt,
      epoch,
    })
    await reach('recover: opened')
    const { slotId } = device.slot
    const stored = await keepDevice(storage, { walletId, slotId, secret: deviceSecret })
    await reach('recover: device kept')
    await gateway.addSlot(accessToken, walletId, device, epoch)
    await reach('recover: slot kept')
    // By what was kept, not by what is still in memory.
    const kept = await gateway.readWallet(accessToken, record.userId)
    const keptSlot = kept && findSlot(kept, slotId)
    if (!kept || !keptSlot) throw new Outrun()
    const keptShare = await gateway.readShare(accessToken, walletId, slotId)
    await reach('recover: read back')
    await worker.run('open', {
      wallet: kept.record,
      device: { slot: keptSlot, share: keptShare, secret: stored.secret },
    })
    return address
  } finally {
    worker.close()
  }
}

/** Writes this device's secret, and reads it back: what cannot be read must not count as a way in. */
async function keepDevice(storage: PartitionStorage, device: StoredDevice): Promise<StoredDevice> {
  await storage.write(deviceKey, device)
  const kept = await readStoredDevice(storage)
  if (kept?.slotId !== device.slotId) throw new Error('This browser did not keep the key of this device.')
  return kept
}

function findSlot({ slots }: KeptWallet, slotId: string): SlotRecord | undefined {
  return slots.find((slot) => slot.slotId === slotId)
}

function isConflict(error: unknown): boolean {
  return error instanceof ServerError && (error.problem.status === 409 || error.problem.status === 404)
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && error.name === 'SealBrokenError'
}

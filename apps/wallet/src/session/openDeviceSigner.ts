import type { Hex } from 'viem'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import { openSigner } from '../signer/openSigner.ts'
import type { Signer } from '../signer/Signer.ts'
import type { GatewayClient } from './createGatewayClient.ts'
import type { TokenStore } from './createTokenStore.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError, SessionEndedError } from './ServerError.ts'
import { readStoredDevice, type StoredSession } from './storedSession.ts'

/**
 * Opens the wallet with this device's slot, for one approval: fetches the wallet and the share from the gateway, and
 * decrypts the key in a worker.
 *
 * @throws {SessionEndedError} when no user is logged in, or this device was revoked
 */
export async function openDeviceSigner({
  session,
  gateway,
  tokens,
  storage,
  startWorker,
}: {
  session: StoredSession | undefined
  gateway: GatewayClient
  tokens: TokenStore
  storage: PartitionStorage
  startWorker: StartKeyWorker
}): Promise<Signer> {
  const device = await readStoredDevice(storage)
  if (!session || !device) throw new SessionEndedError()
  const accessToken = await tokens.get()
  // It starts while the gateway answers; it has no key yet.
  const worker = startWorker()
  try {
    const [wallet, share] = await Promise.all([
      gateway.readWallet(accessToken, session.userId),
      gateway.readShare(accessToken, device.walletId, device.slotId),
    ]).catch((cause: unknown) => {
      // A revoked device has lost its share, and cannot sign any more.
      const status = cause instanceof ServerError ? cause.problem.status : undefined
      throw status === 401 || status === 403 || status === 404 ? new SessionEndedError({ cause }) : cause
    })
    const slot = wallet?.slots.find(({ slotId }) => slotId === device.slotId)
    if (!wallet || !slot) throw new SessionEndedError()
    return await openSigner({
      worker,
      wallet: wallet.record,
      device: { slot, share, secret: device.secret },
      expected: session.address as Hex,
    })
  } catch (error) {
    worker.close()
    throw error
  }
}

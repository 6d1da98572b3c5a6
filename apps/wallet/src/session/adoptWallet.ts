import type { Hex } from 'viem'
import type { SessionTokens } from './createGatewayClient.ts'
import type { EnterServices } from './enterWallet.ts'
import { SessionEndedError } from './ServerError.ts'
import { storeDevice } from './storeDevice.ts'

/** A slot of this device that another device has made, with its secret. */
export type AdoptedSlot = {
  userId: string
  walletId: string
  slotId: string
  secret: CryptoKey
  address: string
}

/**
 * Logs in with a slot that another device has made for this one, and opens the wallet with it. The secret is stored before
 * the session is opened, which works once: whatever fails afterwards, the next login on this device opens the wallet.
 */
export async function adoptWallet(
  { gateway, storage, startWorker }: Pick<EnterServices, 'gateway' | 'storage' | 'startWorker'>,
  { userId, walletId, slotId, secret, address: expected }: AdoptedSlot,
  openSession: () => Promise<SessionTokens>,
): Promise<{ tokens: SessionTokens; address: Hex }> {
  const device = await storeDevice(storage, { walletId, slotId, secret })
  const tokens = await openSession()
  const { accessToken } = tokens
  const wallet = await gateway.readWallet(accessToken, userId)
  const slot = wallet?.slots.find((slot) => slot.slotId === slotId)
  if (!wallet || !slot) throw new SessionEndedError()
  const share = await gateway.readShare(accessToken, walletId, slotId)
  const worker = startWorker()
  try {
    const { address } = await worker.run('open', {
      wallet: wallet.record,
      device: { slot, share, secret: device.secret },
    })
    if (address !== expected) throw new Error('The wallet has another address than on the other device.')
    return { tokens, address }
  } finally {
    worker.close()
  }
}

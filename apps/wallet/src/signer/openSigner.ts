import type { Hex } from 'viem'
import type { StartKeyWorker } from './KeyWorker.ts'
import type { Signer } from './Signer.ts'
import type { OpenableSlot, WalletRecord } from './walletRecord.ts'

/**
 * Starts a worker and opens the wallet in it.
 *
 * @param expected address that is shown to the visitor; a wallet with another address is not used
 * @throws {SealBrokenError} when the wallet cannot be decrypted
 */
export async function openSigner({
  start,
  wallet,
  device,
  expected,
}: {
  start: StartKeyWorker
  wallet: WalletRecord
  device: OpenableSlot
  expected: Hex
}): Promise<Signer> {
  const worker = start()
  try {
    const { address } = await worker.run('open', { wallet, device })
    if (address !== expected)
      throw new Error('The wallet that was opened has another address than the one shown. Log in again.')
    return {
      address,
      async signHash(hash) {
        return (await worker.run('sign', { hash })).signature
      },
      close: () => worker.close(),
    }
  } catch (error) {
    worker.close()
    throw error
  }
}

import type { Hex } from 'viem'
import type { StartKeyWorker } from './KeyWorker.ts'
import type { Signer } from './Signer.ts'
import type { OpenableSlot, WalletRecord } from './walletRecord.ts'

/**
 * Starts a worker and opens the wallet in it.
 *
 * @param expected the account that is shown to the visitor: no other one signs
 * @throws {SealBrokenError} when the parts do not open
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
      throw new Error('The wallet that opened is not the one that is shown: log in again.')
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

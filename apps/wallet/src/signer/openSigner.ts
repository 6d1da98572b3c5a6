import type { Hex } from 'viem'
import type { KeyWorker } from './KeyWorker.ts'
import type { Signer } from './Signer.ts'
import type { OpenableSlot, WalletRecord } from './walletRecord.ts'

/**
 * Opens the wallet in a worker, which the signer closes. If this throws, the caller closes it.
 *
 * @param expected address that is shown to the visitor; a wallet with another address is not used
 * @throws {SealBrokenError} when the wallet cannot be decrypted
 */
export async function openSigner({
  worker,
  wallet,
  device,
  expected,
}: {
  worker: KeyWorker
  wallet: WalletRecord
  device: OpenableSlot
  expected: Hex
}): Promise<Signer> {
  const { address } = await worker.run('open', { wallet, device })
  if (address !== expected)
    throw new Error('The wallet that was opened has another address than the one shown. Log in again.')
  return {
    address,
    async signHash(hash) {
      return (await worker.run('sign', { hash })).signature
    },
    async readSolanaAddress() {
      return (await worker.run('readSolanaAddress', undefined)).solanaAddress ?? undefined
    },
    async signSolana(bytes) {
      return (await worker.run('signSolana', { bytes })).signature
    },
    close: () => worker.close(),
  }
}

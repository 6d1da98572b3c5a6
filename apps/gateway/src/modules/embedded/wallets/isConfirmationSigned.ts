import { createHash } from 'node:crypto'
import { type Confirmation, confirmationText } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import { recoverAddress } from 'viem/utils'

/** Whether the key of the wallet's address signed the digest of `confirmationText`. */
export async function isConfirmationSigned({
  confirmation,
  signature,
}: {
  confirmation: Confirmation
  signature: string
}): Promise<boolean> {
  const hash = createHash('sha256').update(confirmationText(confirmation)).digest()
  try {
    const signer = await recoverAddress({ hash, signature: signature as Hex })
    return signer.toLowerCase() === confirmation.address.toLowerCase()
  } catch {
    // No public key has such a signature.
    return false
  }
}

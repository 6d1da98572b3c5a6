import type { Hex } from 'viem'
import { approveText } from '../approve/copy.ts'
import type { Description } from '../approve/Description.ts'
import { recoverAddress } from '../keys/recoverAddress.ts'
import type { AskContext } from './Ask.ts'
import { attempt } from './attempt.ts'
import { decide } from './decide.ts'

/**
 * Shows what is to be signed, and signs its hash once the visitor has approved it.
 *
 * @param hash called after the visitor's answer; throws if it is not to be signed any more
 */
export async function signDescribed({
  description,
  hash: readHash,
  context,
  signal,
}: {
  description: Description
  hash: () => Hex
  context: AskContext
  signal: AbortSignal
}): Promise<Hex> {
  const { session } = context
  await decide({ description, context, signal })
  const hash = readHash()
  return attempt({
    name: description.name,
    text: approveText('approve.signing'),
    failure: approveText('approve.notSigned'),
    context,
    signal,
    step: async () => {
      const signer = await session.openSigner()
      try {
        signal.throwIfAborted()
        const signature = await signer.signHash(hash)
        const by = recoverAddress({ hash, signature })
        if (by.toLowerCase() !== session.address.toLowerCase())
          throw new Error('The signature is of another account.')
        return signature
      } finally {
        signer.close()
      }
    },
  })
}

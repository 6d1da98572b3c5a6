import { recoverAddress } from 'viem'
import { copy } from '../approve/copy.ts'
import type { Ask } from './Ask.ts'
import { attempt } from './attempt.ts'
import { decide } from './decide.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTypedData } from './describeTypedData.ts'
import { readToken } from './readChainFacts.ts'

/** `personal_sign` and `eth_signTypedData_v4`. */
export const askSignature: Ask = async ({ method, params, chainId }, context, { signal }) => {
  const { session, rpc, limits, approver, now } = context
  const about = () => ({ address: session.address, origin: session.origin, chainId, now: now() })
  // Before it is counted: what is refused never reaches the visitor.
  const isText = method === 'personal_sign'
  const first = isText
    ? { ...describeMessage(params, about()), token: undefined }
    : describeTypedData(params, about())
  await limits.admit()
  let { description } = first
  if (first.token) {
    approver.work({ origin: session.origin, claimedName: session.dapp.name }, 'signature', copy.preparing)
    const token = await readToken({ rpc, chainId, token: first.token })
    signal.throwIfAborted()
    description = describeTypedData(params, { ...about(), token }).description
  }
  await decide({ description, context, signal })
  // Once more, as it may have waited: a sign-in that expired meanwhile is not signed.
  const { hash } = isText ? describeMessage(params, about()) : describeTypedData(params, about())
  return attempt({
    name: 'signature',
    text: copy.signing,
    failure: 'It could not be signed. Check that you are online, then try again.',
    context,
    signal,
    step: async () => {
      const signer = await session.openSigner()
      try {
        signal.throwIfAborted()
        const signature = await signer.signHash(hash)
        const by = await recoverAddress({ hash, signature })
        if (by.toLowerCase() !== session.address.toLowerCase()) throw new Error('Another account signed.')
        return signature
      } finally {
        signer.close()
      }
    },
  })
}

import { recoverAddress } from 'viem'
import { copy } from '../approve/copy.ts'
import type { Ask } from './Ask.ts'
import { attempt } from './attempt.ts'
import { decide } from './decide.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTypedData } from './describeTypedData.ts'
import type { TokenFacts } from './formatAmount.ts'
import { readToken } from './readChainFacts.ts'

/** At most this many tokens are read for a description. */
const maxTokens = 8

/** Handles `personal_sign` and `eth_signTypedData_v4`. */
export const askSignature: Ask = async ({ method, params, chainId }, context, { signal }) => {
  const { session, rpc, limits, approver, now } = context
  const describeContext = () => ({ address: session.address, origin: session.origin, chainId, now: now() })
  // Describe first: a refused request must not count as a prompt.
  const isText = method === 'personal_sign'
  const first = isText
    ? { ...describeMessage(params, describeContext()), tokens: [] }
    : describeTypedData(params, describeContext())
  await limits.admit()
  let { description } = first
  if (first.tokens.length > 0) {
    approver.showProgress(
      { origin: session.origin, claimedName: session.dapp.name },
      'signature',
      copy.preparing,
    )
    const tokens = new Map(
      await Promise.all(
        first.tokens
          .slice(0, maxTokens)
          .map(
            async (token): Promise<[string, TokenFacts]> => [token, await readToken({ rpc, chainId, token })],
          ),
      ),
    )
    signal.throwIfAborted()
    description = describeTypedData(params, { ...describeContext(), tokens }).description
  }
  await decide({ description, context, signal })
  // Check again after the visitor's answer: a sign-in message may have expired meanwhile.
  const { hash } = isText
    ? describeMessage(params, describeContext())
    : describeTypedData(params, describeContext())
  return attempt({
    name: 'signature',
    text: copy.signing,
    failure: copy.notSigned,
    context,
    signal,
    step: async () => {
      const signer = await session.openSigner()
      try {
        signal.throwIfAborted()
        const signature = await signer.signHash(hash)
        const by = await recoverAddress({ hash, signature })
        if (by.toLowerCase() !== session.address.toLowerCase())
          throw new Error('The signature is of another account.')
        return signature
      } finally {
        signer.close()
      }
    },
  })
}

import { copy } from '../approve/copy.ts'
import { recoverAddress } from '../keys/recoverAddress.ts'
import type { Ask } from './Ask.ts'
import { attempt } from './attempt.ts'
import { decide } from './decide.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTypedData } from './describeTypedData.ts'
import { readAssets } from './readAssets.ts'

/** Handles `personal_sign` and `eth_signTypedData_v4`. */
export const askSignature: Ask = async ({ method, params, chainId }, context, { signal }) => {
  const { session, rpc, gateway, limits, riskLimits, approver, now } = context
  const { address } = session
  const describeContext = () => ({
    address,
    origin: session.origin,
    chainId,
    now: now(),
    limits: riskLimits,
  })
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
    const assets = await readAssets({ rpc, gateway, chainId, address, tokens: first.tokens })
    signal.throwIfAborted()
    description = describeTypedData(params, { ...describeContext(), assets }).description
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

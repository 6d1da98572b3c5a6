import { approveText } from '../approve/copy.ts'
import { recoverAddress } from '../keys/recoverAddress.ts'
import type { Ask } from './Ask.ts'
import { attempt } from './attempt.ts'
import { decide } from './decide.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTypedData } from './describeTypedData.ts'
import { readAssets } from './readAssets.ts'
import { addRecipient, readRecipients } from './recipients.ts'

/** Handles `personal_sign` and `eth_signTypedData_v4`. */
export const askSignature: Ask = async ({ method, params, chainId }, context, { signal }) => {
  const { session, rpc, gateway, store, limits, riskLimits, approver, now } = context
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
    ? { ...describeMessage(params, describeContext()), tokens: [], parties: [] }
    : describeTypedData(params, describeContext())
  await limits.admit()
  const { tokens, parties } = first
  let { description } = first
  if (tokens.length > 0)
    approver.showProgress(
      { origin: session.origin, claimedName: session.dapp.name },
      'signature',
      approveText('approve.preparing'),
    )
  if (tokens.length > 0 || parties.length > 0) {
    const [assets, recipients] = await Promise.all([
      tokens.length > 0 ? readAssets({ rpc, gateway, chainId, address, tokens }) : undefined,
      readRecipients(store),
    ])
    signal.throwIfAborted()
    description = describeTypedData(params, { ...describeContext(), assets, recipients }).description
  }
  await decide({ description, context, signal })
  // Check again after the visitor's answer: a sign-in message may have expired meanwhile.
  const { hash } = isText
    ? describeMessage(params, describeContext())
    : describeTypedData(params, describeContext())
  const signature = await attempt({
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
  // It is signed: failing to store whom the account dealt with must not look like a failure.
  for (const party of parties) await addRecipient(store, party).catch(() => {})
  return signature
}

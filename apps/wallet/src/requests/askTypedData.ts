import { approveText } from '../approve/copy.ts'
import type { Ask } from './Ask.ts'
import { describeTypedData } from './describeTypedData.ts'
import { readAssets } from './readAssets.ts'
import { addRecipient, readRecipients } from './recipients.ts'
import { signDescribed } from './signDescribed.ts'

/** Handles `eth_signTypedData_v4`. */
export const askTypedData: Ask = async ({ params, chainId }, context, { signal }) => {
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
  const first = describeTypedData(params, describeContext())
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
  // Check again after the visitor's answer: it may have expired meanwhile.
  const hash = () => describeTypedData(params, describeContext()).hash
  const signature = await signDescribed({ description, hash, context, signal })
  // It is signed: failing to store whom the account dealt with must not look like a failure.
  for (const party of parties) await addRecipient(store, party).catch(() => {})
  return signature
}

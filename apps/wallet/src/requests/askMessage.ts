import type { Ask } from './Ask.ts'
import { describeMessage } from './describeMessage.ts'
import { signDescribed } from './signDescribed.ts'

/** Handles `personal_sign`. */
export const askMessage: Ask = async ({ params, chainId }, context, { signal }) => {
  const { session, limits, now } = context
  const { address, origin } = session
  const describe = () => describeMessage(params, { address, origin, chainId, now: now() })
  // Describe first: a refused request must not count as a prompt.
  const { description } = describe()
  await limits.admit()
  // Check again after the visitor's answer: a sign-in message may have expired meanwhile.
  return signDescribed({ description, hash: () => describe().hash, context, signal })
}

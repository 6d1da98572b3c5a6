import type { Hex } from '../../../chains/shared/Chain.ts'
import type { SponsorPolicy } from '../../../infra/config/SponsorConfig.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { readExecute } from '../operation/readExecute.ts'

/**
 * Checks that a project pays for an operation with this calldata.
 *
 * @throws {BundlerError} `not-sponsored` unless each of its calls is of a function that the project allows
 */
export function checkCalls({
  callData,
  policy,
}: {
  callData: Hex
  policy: Pick<SponsorPolicy, 'allow'>
}): void {
  const execute = readExecute(callData)
  if (!execute || execute.isTry) throw notExecute()
  for (const { target, callData: data } of execute.calls) {
    const selectors = policy.allow.get(target)
    if (data.length < 10 || !selectors?.has(data.slice(0, 10) as Hex))
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejectedByPaymaster,
        reason: 'not-sponsored',
        message: `The project does not pay for ${data.slice(0, 10)} of ${target}.`,
      })
  }
}

/** The refusal of calldata that is not a plain `execute`. */
export function notExecute(): BundlerError {
  return new BundlerError({
    rpcCode: bundlerErrorCodes.rejectedByPaymaster,
    reason: 'not-sponsored',
    message:
      'The calldata must be an execute(bytes32,bytes) of 1 to 20 calls, all or none, in the usual encoding; with a fee in a token, the batch that pays it first.',
  })
}

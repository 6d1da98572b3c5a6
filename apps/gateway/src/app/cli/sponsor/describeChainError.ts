import { BaseError } from '@portico/protocol'
import { BaseError as ViemError } from 'viem'

/** Returns what a command prints when a node refuses or does not answer. URLs of nodes can contain keys: they are left out. */
export function describeChainError({ chain, error }: { chain: string; error: unknown }): unknown {
  if (!(error instanceof ViemError)) return error
  const reason = error.walk((cause) => cause instanceof ViemError && 'code' in cause) ?? error
  return new BaseError(`${chain}: ${(reason as ViemError).shortMessage}`, { cause: error })
}

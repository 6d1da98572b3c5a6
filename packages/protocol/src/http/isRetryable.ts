import { readProperty } from '../errors/readProperty.ts'
import { retryRules } from './retryRules.ts'

const retryable: readonly unknown[] = [...retryRules.httpStatuses, ...retryRules.rpcCodes]

/**
 * Returns whether a failed request may succeed if it is repeated: no response, or one whose HTTP status or JSON-RPC code
 * is listed in `retryRules`. Reads `status` and `rpcCode` of the error and its cause.
 */
export function isRetryable(error: unknown): boolean {
  const facts = [error, readProperty(error, 'cause')]
    .flatMap((part) => [readProperty(part, 'status'), readProperty(part, 'rpcCode')])
    .filter((fact) => typeof fact === 'number')
  return facts.length === 0 || facts.some((fact) => retryable.includes(fact))
}

import { rpcErrorCodes } from '@portico/protocol'
import type { NamespaceRules } from '../shared/NamespaceRules.ts'
import { isSolanaMethod } from './solanaMethods.ts'

const maxAccounts = 100
const maxSignatures = 256
const maxHistory = 1000
/** 1232 bytes (the packet limit) take 1644 characters in base64 and less than this in base58. */
const maxTransaction = 1800

/**
 * Decides what happens to a request on Solana: only listed methods are allowed. Refusals have codes that clients do not
 * retry.
 */
export const decideSolanaMethod: NamespaceRules['decideMethod'] = ({ method, params: text }) => {
  if (!isSolanaMethod(method))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  const params: unknown = JSON.parse(text)
  if (!Array.isArray(params)) return refuse(rpcErrorCodes.invalidParams, 'The parameters must be a list.')
  const [first, second] = params as unknown[]
  const tooMany = (most: number) =>
    refuse(rpcErrorCodes.invalidParams, `${method} takes at most ${most} items.`)
  if (Array.isArray(first)) {
    const most = method === 'getSignatureStatuses' ? maxSignatures : maxAccounts
    if (first.length > most) return tooMany(most)
  }
  const limit = (second as { limit?: unknown } | undefined | null)?.limit
  if (method === 'getSignaturesForAddress' && typeof limit === 'number' && limit > maxHistory)
    return tooMany(maxHistory)
  const isSent = method === 'sendTransaction' || method === 'simulateTransaction'
  if (isSent && (typeof first !== 'string' || first.length > maxTransaction))
    return refuse(
      rpcErrorCodes.invalidParams,
      'The first parameter must be a transaction of at most 1232 bytes.',
    )
  return { kind: 'forward' }
}

function refuse(code: number, message: string) {
  return { kind: 'refuse', code, message } as const
}

import { rpcErrorCodes } from '@portico/protocol'
import type { FamilyRules } from '../FamilyRules.ts'
import { isSolanaMethod } from './solanaMethods.ts'

const maxAccounts = 100
const maxSignatures = 256
const maxHistory = 1000
/** A packet of 1232 bytes in base64; base58 is shorter than what it is given here. */
const maxTransaction = 1800

/** The policy for Solana: what is not listed does not exist. Refusals are errors that clients do not retry. */
export const decideSolanaMethod: FamilyRules['decideMethod'] = ({ method, params: text }) => {
  if (!isSolanaMethod(method))
    return refuse(rpcErrorCodes.methodNotFound, 'The method does not exist or is not available.')
  const params: unknown = JSON.parse(text)
  if (!Array.isArray(params)) return refuse(rpcErrorCodes.invalidParams, 'The parameters must be a list.')
  const [first, second] = params as unknown[]
  const tooMany = (most: number) =>
    refuse(rpcErrorCodes.invalidParams, `${method} takes at most ${most} of them at once.`)
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

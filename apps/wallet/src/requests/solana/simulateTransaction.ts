import { readProperty } from '@portico/protocol'
import { base64 } from '@scure/base'
import type { Rpc } from '../../session/createGatewayAccess.ts'
import { compareStates } from './compareStates.ts'
import { pairAccountStates } from './readAccountStates.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaOutcome } from './SolanaOutcome.ts'

/**
 * Simulates a transaction at a node of the gateway: neither signatures nor the blockhash need to be valid. Undefined if that fails, or
 * if the node does not report every account that may change.
 */
export async function simulateTransaction({
  rpc,
  chainId,
  wire,
  own,
  writable,
  before,
}: {
  rpc: Rpc
  chainId: string
  wire: Uint8Array
  /** The account. */
  own: string
  /** The accounts that the transaction may change. */
  writable: readonly string[]
  /** The accounts as they are now. */
  before: ReadonlyMap<string, SolanaAccountState | null>
}): Promise<SolanaOutcome | undefined> {
  const config = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: writable },
  }
  const answer = await rpc(chainId, 'simulateTransaction', [base64.encode(wire), config]).catch(
    () => undefined,
  )
  const value = readProperty(answer, 'value')
  const error = readProperty(value, 'err')
  if (error !== null && error !== undefined) return { status: 'failed', reason: describeFailure(error) }
  const after = new Map(pairAccountStates(writable, readProperty(value, 'accounts')))
  const isWhole = writable.every((address) => after.has(address) && before.has(address))
  return isWhole && error === null ? compareStates(own, before, after) : undefined
}

/** Describes where a transaction fails: `{ InstructionError: [1, { Custom: 1 }] }` is "instruction 2: Custom 1". */
function describeFailure(error: unknown): string {
  const index = readProperty(readProperty(error, 'InstructionError'), '0')
  const cause = readProperty(readProperty(error, 'InstructionError'), '1')
  const text = (part: unknown) =>
    (typeof part === 'string' ? part : JSON.stringify(part))
      .replaceAll(/[^\w ]+/g, ' ')
      .trim()
      .slice(0, 80)
  return typeof index === 'number' ? `instruction ${index + 1}: ${text(cause ?? '')}` : text(error)
}

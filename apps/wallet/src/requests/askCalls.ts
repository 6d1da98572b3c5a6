import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Ask, AskContext } from './Ask.ts'
import { canOverrideCode } from './canOverrideCode.ts'
import type { Needs } from './operations/listWays.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { type PaymasterService, readCalls } from './readCalls.ts'
import { foreignCode, readDelegation } from './readDelegation.ts'
import { sendTransaction } from './sendTransaction.ts'
import { addSentCalls, readSentCalls } from './sentCalls.ts'
import { turnOn } from './turnOn.ts'

/**
 * Handles `wallet_sendCalls`: several calls are one transaction in which the account makes them all, or none. The first one on a network
 * also upgrades the account (EIP-7702): in the same transaction, or in one before it if the network's node cannot estimate both together.
 * A single call is a transaction like any other. Where the project or a token pays, it is a user operation.
 *
 * @throws {RpcError} 5710 if the network or the type of the account has no batches, 5760 if they are required there or the account has
 * another wallet's code, 5720 for an ID that was used, 5750 if the visitor rejects an upgrade that is required
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls
 */
export const askCalls: Ask = async (request, context, active) => {
  const { chainId } = request
  const { session, rpc, store, lock, now, limits } = context
  const {
    version,
    id = randomId(),
    ...wanted
  } = readCalls(request.params, {
    address: session.address,
    chainId,
    gatewayUrl: context.gatewayUrl,
  })
  const refuseIfUsed = async () => {
    if ((await readSentCalls(session.origin, store, now())).some((sent) => sent.id === id))
      throw new RequestRefusedError({
        reason: 'There are calls with this ID already.',
        rpcCode: rpcErrorCodes.duplicateCallsId,
      })
  }
  await refuseIfUsed()
  const isUpgrade = wanted.isBatch && (await needsUpgrade(wanted.atomicRequired, chainId, context))
  const isApart = isUpgrade && !(await canOverrideCode({ rpc, chainId, address: session.address }))
  await limits.admit()
  const explain = (error: unknown): never => {
    if (isUpgrade && wanted.atomicRequired && error instanceof RpcError && error.code === 'user-rejected')
      throw new RpcError({
        rpcCode: rpcErrorCodes.upgradeRejected,
        message: 'User rejected the request, which would have upgraded the account.',
        code: error.code,
      })
    throw error
  }
  const send = (change: { change?: 'none' }, needs: Needs) =>
    sendTransaction(
      { ...wanted.transaction, ...change },
      {
        id: request.id,
        chainId,
        context,
        active,
        needs,
        paymaster: wanted.paymaster,
        // Another tab may have used the ID in the meantime, or be about to store another one.
        beforeSend: ({ hash, nonce, operation }) =>
          lock(`calls ${session.origin}`, async () => {
            await refuseIfUsed()
            const sent = { id, chainId, hash, nonce, version, at: now() }
            const limits = operation && {
              operation: { nonce: `${operation.wire.nonce}`, validUntil: operation.validUntil },
            }
            await addSentCalls(session.origin, store, { ...sent, ...limits })
          }),
      },
    )
  const needs = wanted.isSponsorRequired ? 'sponsor' : undefined
  if (!isApart) await send({}, needs).catch(explain)
  // Of an operation, the gateway makes the estimate.
  else if (
    !(await sendSponsored(send, { needs, paymaster: wanted.paymaster, chainId, context }).catch(explain))
  ) {
    await turnOn({ id: request.id, chainId, context, active }).catch(explain)
    await send({ change: 'none' }, undefined)
  }
  return version === '1.0' ? id : { id }
}

/** Sends a batch if the project pays for it. Returns whether it does; if the page requires it, nothing else is tried. */
async function sendSponsored(
  send: (change: object, needs: Needs) => Promise<unknown>,
  {
    needs,
    paymaster,
    chainId,
    context,
  }: { needs: Needs; paymaster: PaymasterService | undefined; chainId: string; context: AskContext },
): Promise<boolean> {
  if (!needs && !paymaster && !(await context.batchNetworks()).get(chainId)?.sponsor) return false
  try {
    await send({}, 'sponsor')
    return true
  } catch (error) {
    const isUnpaid = error instanceof RpcError && error.rpcCode === rpcErrorCodes.unsupportedCapability
    if (needs || !isUnpaid) throw error
    return false
  }
}

/** Whether the account must be upgraded for a batch. Nothing is shown if there are no batches. */
async function needsUpgrade(
  atomicRequired: boolean,
  chainId: string,
  { session: { address }, rpc, batchNetworks, accountType }: AskContext,
): Promise<boolean> {
  const rpcCode = atomicRequired ? rpcErrorCodes.atomicityNotSupported : rpcErrorCodes.unsupportedChainId
  if ((await accountType()) === 'eoa')
    throw new RequestRefusedError({
      reason: 'The visitor uses the account without smart-account features: send the calls one by one.',
      rpcCode,
    })
  if (!(await batchNetworks()).has(chainId))
    throw new RequestRefusedError({
      reason: `The wallet does not make several calls at once on ${chainId}. Use eth_sendTransaction.`,
      rpcCode,
    })
  const delegation = await readDelegation({ rpc, chainId, address })
  if (delegation === 'foreign') throw new RequestRefusedError(foreignCode)
  return delegation === 'none'
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

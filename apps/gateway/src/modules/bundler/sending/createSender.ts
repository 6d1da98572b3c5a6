import { setTimeout as sleep } from 'node:timers/promises'
import { RpcError } from '@portico/protocol'
import { smartAccountCode } from '@portico/protocol/smartAccount'
import { numberToHex, size } from 'viem/utils'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import type { Caller } from '../Caller.ts'
import type { ReadDataGas } from '../node/createDataGas.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { readFailedOp, readRevertData } from '../node/readFailure.ts'
import { readState } from '../node/readState.ts'
import { handleOpsData, preVerificationGasOf } from '../operation/gas.ts'
import { hashUserOperation } from '../operation/hashUserOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { checkAccount } from '../quotes/checkAccount.ts'
import type { OperationStore } from '../store.ts'
import { checkAuthorization } from './checkAuthorization.ts'
import type { ExternalBundler } from './createExternalBundler.ts'
import type { Relayer } from './createRelayer.ts'
import type { Reach } from './Reach.ts'
import { takesTokens } from './takesTokens.ts'

/** Sends an operation that the paymaster has signed, once, and returns its hash. @throws {BundlerError} */
export type Sender = (query: { operation: UserOperation; caller: Caller }) => Promise<Hex>

const timeoutMs = 5000
/** Milliseconds that an operation waits for another one of its account, and between two attempts. */
const busyMs = 3000
const busyPollMs = 250
/** Stands for the account of an external bundler, which is not known. */
const anybody: Hex = '0x000000000000000000000000000000000000dead'

/** Creates the function that checks an operation once more, and hands it to the relayer or the external bundler. */
export function createSender({
  chain,
  paymaster,
  relayer,
  external,
  store,
  readDataGas,
  reach,
  now,
}: {
  chain: Chain
  paymaster: Hex
  relayer: Relayer | undefined
  external: ExternalBundler | undefined
  store: OperationStore
  readDataGas: ReadDataGas
  reach: Reach
  now: () => number
}): Sender {
  const chainId = BigInt(chain.reference)

  /**
   * Executes what will be executed, on the newest block.
   *
   * @param isOther somebody else's paymaster pays: what the account was shown is only true if it takes nothing from the account.
   * @throws {BundlerError}
   */
  async function rehearse(operation: UserOperation, { isOther }: { isOther: boolean }): Promise<void> {
    const { sender, callData, callGasLimit, authorization } = operation
    const codes = authorization ? { [sender]: { code: smartAccountCode } } : undefined
    const from = relayer?.address ?? anybody
    const bundle = { from, to: entryPoint.address, data: handleOpsData(operation, from) }
    // Whether the calls succeed does not show in the result of `handleOps`.
    const own = {
      from: entryPoint.address,
      to: sender,
      data: callData,
      gas: numberToHex(callGasLimit + 21_000n + 40n * BigInt(size(callData))),
    }
    const deadline = Date.now() + timeoutMs
    const [[bundled, executed], takes] = await Promise.all([
      chain.requestMany(
        [bundle, own].map((call) => ({
          method: 'eth_call',
          params: [call, 'latest', ...(codes ? [codes] : [])],
        })),
        { deadline },
      ),
      isOther && takesTokens({ chain, sender, bundle, own, overrides: codes ?? {}, deadline }),
    ])
    if (bundled instanceof RpcError) throw readFailedOp(bundled)
    if (executed instanceof RpcError)
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.reverted,
        reason: 'would-revert',
        message: 'The calls of the operation would fail.',
        revertData: readRevertData(executed),
        cause: executed,
      })
    if (takes !== false)
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejectedByPaymaster,
        reason: 'not-sponsored',
        message: takes
          ? 'The paymaster does not pay the fee: it takes tokens of the account for it.'
          : 'No node of the network says what the paymaster takes from the account.',
      })
  }

  /** Waits a moment for another operation of the account, which is often in the next block. */
  async function hand(query: { operation: UserOperation; hash: Hex }) {
    const deadline = Date.now() + busyMs
    for (;;) {
      const sent = await (relayer ?? external)?.send(query)
      if (sent !== 'account-busy' || Date.now() + busyPollMs > deadline) return sent
      await sleep(busyPollMs)
    }
  }

  return async ({ operation: given, caller }) => {
    const hash = hashUserOperation(given, chainId)
    const row = await store.find(hash)
    // The hash covers every field but the signature, so a changed operation is another one, which nobody asked the paymaster about.
    if (row?.project_id !== caller.projectId || row.user_id !== caller.userId)
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejectedByPaymaster,
        reason: 'not-sponsored',
        message:
          'The paymaster of this gateway has not signed this operation for you, or has signed another one since.',
      })
    // A client that did not get the answer sends the same operation again.
    if (row.state === 'sent' || row.state === 'mined' || row.state === 'reverted') return hash
    if (row.state === 'expired' || row.valid_until <= now())
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.outOfTime,
        message: 'The signature of the paymaster has expired.',
      })
    await checkAuthorization(given)
    const state = await readState({
      chain,
      sender: given.sender,
      nonce: given.nonce,
      callData: given.callData,
      paymaster,
      relayer: relayer?.address,
      deadline: Date.now() + timeoutMs,
    })
    checkAccount({ operation: given, state, chainId })
    // An account that has the code already needs no authorization, which would cost the relayer gas.
    const isUpgraded = state.sender.code === smartAccountCode
    const operation = isUpgraded ? { ...given, authorization: undefined } : given
    const isOther = row.payer === 'other'
    const needed = preVerificationGasOf(operation, {
      isExternal: external !== undefined,
      otherDataSize: isOther ? size(operation.paymasterData) : undefined,
    })
    if (
      needed + (await readDataGas(operation, state)) > operation.preVerificationGas ||
      state.baseFee > operation.maxFeePerGas
    )
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejected,
        message: 'Fees have risen, or the account was changed, since the paymaster signed. Ask it again.',
      })
    await rehearse(operation, { isOther })
    await reach('checked')
    const sent = await hand({ operation, hash })
    if (sent === true) return hash
    if (sent === 'account-busy')
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejected,
        reason: sent,
        message: 'Another operation of this account is under way. Send this one again once it is included.',
      })
    if (sent === 'limit-reached')
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.paymasterThrottled,
        reason: sent,
        message: 'Too many operations of this user have failed. Nothing is paid for a day.',
      })
    const current = await store.find(hash)
    // The same operation was sent twice at the same time.
    if (current && current.state !== 'quoted' && current.state !== 'expired') return hash
    throw new BundlerError({
      rpcCode: bundlerErrorCodes.rejectedByPaymaster,
      message: 'The paymaster has signed another operation with this nonce.',
    })
  }
}

import { encodePaymasterData, sponsorTypedData } from '@portico/contracts'
import type {
  PaymasterContext,
  PaymasterDataResponse,
  PaymasterStubDataResponse,
  UserOperationGas,
} from '@portico/protocol/gateway'
import type { PrivateKeyAccount } from 'viem/accounts'
import { numberToHex } from 'viem/utils'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import type { FeeToken, SponsorNetwork, SponsorPolicy } from '../../../infra/config/SponsorConfig.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import type { Caller } from '../Caller.ts'
import type { ReadDataGas } from '../node/createDataGas.ts'
import { type NodeState, readState } from '../node/readState.ts'
import { paymasterVerificationGas } from '../operation/gas.ts'
import { hashUserOperation } from '../operation/hashUserOperation.ts'
import { isRevocation } from '../operation/isRevocation.ts'
import { maxCostOf, totalGasOf } from '../operation/maxCostOf.ts'
import { readExecute } from '../operation/readExecute.ts'
import { type FeeBatch, readFeeBatch } from '../operation/readFeeBatch.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { writeExecute } from '../operation/writeExecute.ts'
import { writeFeeBatch } from '../operation/writeFeeBatch.ts'
import type { NewOperation, OperationStore, ReserveRefusal } from '../store.ts'
import { checkAccount } from './checkAccount.ts'
import { checkCalls, notExecute } from './checkCalls.ts'
import { checkFields } from './checkFields.ts'
import { checkTransfer } from './checkTransfer.ts'
import type { FeeRates } from './createFeeRates.ts'
import { type OtherPaymaster, type OtherPaymasters, readPaymasterUrl } from './createOtherPaymasters.ts'
import { estimateGas } from './estimateGas.ts'
import { fillGas } from './fillGas.ts'
import { type FeePrice, feeOf, feePriceSeconds, priceOf, readFeeQuote, writeFeeQuote } from './tokenFees.ts'

type Query = { operation: UserOperation; context: PaymasterContext; caller: Caller }

/** The paymaster on one network. */
export type Quotes = {
  /** Estimates the gas of an operation. @throws {BundlerError} */
  estimate(operation: UserOperation): Promise<UserOperationGas>
  /** Says whether the operation would be paid for, by whom, and how much gas the paymaster needs. @throws {BundlerError} */
  stub(query: Query): Promise<PaymasterStubDataResponse>
  /** Reserves what the operation may cost, and signs it. @throws {BundlerError} */
  sign(query: Query): Promise<PaymasterDataResponse>
}

/** Seconds that a signature of the paymaster is valid. */
const validSeconds = 180
const timeoutMs = 5000

/** Creates the paymaster of one network: it decides what is paid for, and signs it. */
export function createQuotes({
  chain,
  network,
  policies,
  signer,
  relayer,
  store,
  rates,
  secret,
  others,
  readDataGas,
  now,
}: {
  chain: Chain
  network: SponsorNetwork
  /** Returns what a project pays for on this network. */
  policies: (projectId: string) => SponsorPolicy | undefined
  signer: PrivateKeyAccount
  /** Address of the relayer; undefined with an external bundler. */
  relayer: Hex | undefined
  store: Pick<OperationStore, 'isOver' | 'reserve'>
  rates: FeeRates
  /** Signs the IDs of fee quotes. */
  secret: Buffer
  /** Paymasters of others. */
  others: OtherPaymasters
  readDataGas: ReadDataGas
  now: () => number
}): Quotes {
  const chainId = BigInt(chain.reference)
  const paymaster = network.paymaster.toLowerCase() as Hex
  const bundler = { isExternal: network.bundlerUrl !== undefined }

  /** Reads the state of the chain, and executes the calls. */
  const read = ({ sender, nonce, callData }: UserOperation, payer = paymaster): Promise<NodeState> =>
    readState({
      chain,
      sender,
      nonce,
      callData: toFailing(callData, sender),
      paymaster: payer,
      relayer,
      deadline: Date.now() + timeoutMs,
    })

  /**
   * Does everything that decides about an operation but reserving.
   *
   * @param isFinal whether the operation is to be signed; otherwise what is missing is filled with estimates.
   */
  async function assess({ operation: given, context, caller, isFinal }: Query & { isFinal: boolean }) {
    const policy = admit({ operation: given, caller })
    const token = context.feeToken === undefined ? undefined : findToken(network.feeTokens, context.feeToken)
    // Before the client knows the fee, its calls are as they would be without one.
    const operation = { ...given, paymaster, ...(token && !isFinal ? withFee(given, token) : {}) }
    const batch = token && readFeeBatch(operation)
    const isRevoking = !token && policy.perDay.revocations > 0 && isRevocation(operation)
    if (token && !batch) throw notExecute()
    // Who has no coin must still be able to take back what was permitted, whatever the project pays for.
    if (!token && !isRevoking) checkCalls({ callData: operation.callData, policy })
    const payer = token ? 'token' : isRevoking ? 'revocation' : 'project'

    const state = await read(operation)
    checkAccount({ operation, state, chainId })
    const dataGas = await readDataGas(operation, state)
    const gas = estimateGas(operation, state, { ...bundler, dataGas })
    const filled = isFinal ? operation : fillGas(operation, gas, state)
    if (isFinal) checkFields({ operation, gas, dataGas, state })
    const maxCost = maxCostOf(filled)
    if (maxCost > network.terms.maxCost)
      throw refuse('limit-reached', 'The operation may cost more than the paymaster pays for one.')
    const { deposit, relayerBalance } = state
    const isEmpty =
      deposit < network.depositFloor ||
      (relayerBalance !== undefined && relayerBalance < network.relayerFloor)
    if (isEmpty) throw refuse('sponsor-empty', 'The balance of the sponsor is too small.')
    return { operation: filled, policy, token, batch, payer, state, maxCost } as const
  }

  /** Returns what gas costs in a token now, or as it was promised. */
  async function readPrice({
    token,
    operation,
    state,
    quoteId,
  }: {
    token: FeeToken
    operation: UserOperation
    state: NodeState
    quoteId: string | undefined
  }): Promise<FeePrice> {
    const of = { chain: chain.id, sender: operation.sender, token: token.address.toLowerCase() }
    const seconds = Math.floor(now() / 1000)
    const promised = quoteId === undefined ? undefined : readFeeQuote(quoteId, secret)
    if (
      promised?.chain === of.chain &&
      promised.sender === of.sender &&
      promised.token === of.token &&
      promised.expiresAt >= seconds &&
      BigInt(promised.maxFeePerGas) >= operation.maxFeePerGas &&
      BigInt(promised.maxPriorityFeePerGas) >= operation.maxPriorityFeePerGas
    )
      return promised
    const rate = await rates({ chain: chain.id, token })
    if (!rate) throw refuse('paused', 'The price of the token is not known at the moment.')
    // The base fee may rise until the operation is included.
    const expected = (state.baseFee * 5n) / 4n + operation.maxPriorityFeePerGas
    const weiPerGas = expected < operation.maxFeePerGas ? expected : operation.maxFeePerGas
    const { markupPercent } = token
    const fees = {
      maxFeePerGas: operation.maxFeePerGas.toString(),
      maxPriorityFeePerGas: operation.maxPriorityFeePerGas.toString(),
    }
    const expiresAt = seconds + feePriceSeconds
    return priceOf({ weiPerGas, rate, markupPercent, ...of, ...fees, expiresAt })
  }

  /** Returns what the project of an operation pays for. */
  function admit({ operation, caller }: Pick<Query, 'operation' | 'caller'>): SponsorPolicy {
    if (caller.sender !== undefined && caller.sender !== operation.sender)
      throw refuse('not-sponsored', 'The sender is not the wallet of this session.')
    const policy = policies(caller.projectId)
    if (!policy) throw refuse('not-sponsored', 'The project pays for nothing on this network.')
    return policy
  }

  /** Checks what the user and the project may still cost today. @throws {BundlerError} `limit-reached` */
  async function checkLimits({
    operation: { sender, nonce },
    policy: { perDay: limits },
    caller: { projectId: project_id, userId: user_id },
    payer,
    maxCost,
  }: Pick<Query, 'operation' | 'caller'> &
    Pick<NewOperation, 'payer' | 'maxCost'> & { policy: SponsorPolicy }): Promise<void> {
    const of = { project_id, user_id, chain: chain.id, sender, payer, nonce: nonce.toString() }
    if (await store.isOver({ ...of, maxCost, limits, now: now() })) throw overLimit()
  }

  /**
   * Does everything that decides about an operation for which somebody else's paymaster pays, but reserving. The limits per day hold as
   * for the project's own: a transaction of the relayer whose operation that paymaster refuses at the last moment costs the relayer.
   */
  async function assessOther(
    { operation: given, context, caller }: Query,
    ask: (query: Parameters<OtherPaymasters['sign']>[0]) => Promise<Partial<OtherPaymaster>>,
    { isFinal }: { isFinal: boolean },
  ) {
    const policy = admit({ operation: given, caller })
    if (context.feeToken !== undefined || context.quoteId !== undefined)
      throw refuse('not-sponsored', 'Either a token pays, or another paymaster.')
    const url = readPaymasterUrl(context.paymasterUrl ?? '', policy)
    const execute = readExecute(given.callData)
    if (!execute || execute.isTry) throw notExecute()
    // What is refused anyway is not asked for. What the operation costs is not known to the end yet.
    await checkLimits({ operation: given, policy, caller, payer: 'other', maxCost: maxCostOf(given) })
    const answer = await ask({ url, operation: given, context: context.paymasterContext ?? {} })
    const operation = { ...given, ...answer }
    const state = await read(operation, operation.paymaster)
    checkAccount({ operation, state, chainId })
    const dataGas = await readDataGas(operation, state)
    const gas = estimateGas(operation, state, { ...bundler, isOther: true, dataGas })
    const filled = isFinal ? operation : fillGas(operation, gas, state)
    if (isFinal) checkFields({ operation, gas, dataGas, state })
    const maxCost = maxCostOf(filled)
    if (maxCost > network.terms.maxCost)
      throw refuse('limit-reached', 'The operation may cost more than is advanced for one.')
    const { deposit, relayerBalance } = state
    if (deposit < maxCost || (relayerBalance !== undefined && relayerBalance < network.relayerFloor))
      throw refuse('sponsor-empty', 'The balance of the sponsor is too small.')
    return { operation: filled, policy, state, maxCost, host: url.host }
  }

  return {
    async estimate(operation) {
      const state = await read(operation)
      checkAccount({ operation, state, chainId })
      const isOther = BigInt(operation.paymaster) !== 0n && operation.paymaster !== paymaster
      const { paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
      // What another paymaster needs is its own to say.
      const given = isOther ? { paymasterVerificationGasLimit, paymasterPostOpGasLimit } : {}
      const dataGas = await readDataGas(operation, state)
      const estimate = estimateGas(operation, state, { ...bundler, isOther, dataGas })
      const gas = Object.entries({ ...estimate, ...given })
      return Object.fromEntries(gas.map(([name, value]) => [name, numberToHex(value)])) as UserOperationGas
    },

    async stub({ context, caller, ...query }) {
      if (context.paymasterUrl !== undefined) {
        const assessed = await assessOther({ ...query, context, caller }, others.stub, { isFinal: false })
        const { operation, host } = assessed
        await checkLimits({ ...assessed, caller, payer: 'other' })
        return {
          paymaster: operation.paymaster,
          paymasterData: operation.paymasterData,
          paymasterVerificationGasLimit: numberToHex(operation.paymasterVerificationGasLimit),
          paymasterPostOpGasLimit: numberToHex(operation.paymasterPostOpGasLimit),
          isFinal: false,
          sponsor: { name: host },
        }
      }
      const assessed = await assess({ ...query, context, caller, isFinal: false })
      const { operation, token, state } = assessed
      await checkLimits({ ...assessed, caller })
      const price = token && (await readPrice({ token, operation, state, quoteId: context.quoteId }))
      const validUntil = Math.floor(now() / 1000) + validSeconds
      return {
        paymaster: network.paymaster,
        paymasterData: encodePaymasterData({ validAfter: 0, validUntil, signature: stubSignature }),
        paymasterVerificationGasLimit: numberToHex(paymasterVerificationGas),
        paymasterPostOpGasLimit: '0x0',
        isFinal: false,
        ...(token && price
          ? {
              fee: {
                token: token.address,
                // A tenth more, because the final operation may need more gas.
                amount: ((feeOf(price, totalGasOf(operation)) * 11n + 9n) / 10n).toString(),
                collector: token.collector,
                quoteId: writeFeeQuote(price, secret),
                expiresAt: price.expiresAt,
              },
            }
          : { sponsor: { name: caller.projectName } }),
      }
    },

    async sign({ context, caller, ...query }) {
      if (context.paymasterUrl !== undefined) {
        const assessed = await assessOther({ ...query, context, caller }, others.sign, { isFinal: true })
        const { operation, policy, state, maxCost } = assessed
        const refusal = await store.reserve({
          operation: {
            hash: hashUserOperation(operation, chainId),
            project_id: caller.projectId,
            user_id: caller.userId,
            chain: chain.id,
            sender: operation.sender,
            nonce_key: (operation.nonce >> 64n).toString(),
            nonce: operation.nonce.toString(),
            paymaster: operation.paymaster,
            payer: 'other',
            fee_token: null,
            fee_amount: null,
            valid_until: now() + validSeconds * 1000,
            since_block: state.block,
            maxCost,
          },
          limits: policy.perDay,
          deposit: state.deposit,
          now: now(),
        })
        if (refusal) throw toRefusal(refusal)
        return { paymaster: operation.paymaster, paymasterData: operation.paymasterData }
      }
      const assessed = await assess({ ...query, context, caller, isFinal: true })
      const { operation, policy, token, batch, payer, state, maxCost } = assessed
      if (token && batch) {
        const price = await readPrice({ token, operation, state, quoteId: context.quoteId })
        checkFee({ batch, token, least: feeOf(price, totalGasOf(operation)) })
        await checkTransfer({ chain, operation })
      }
      const validUntil = Math.floor(now() / 1000) + validSeconds
      const times = { validAfter: 0, validUntil }
      const signature = await signer.signTypedData(
        sponsorTypedData({ chainId: Number(chainId), paymaster: network.paymaster, operation, ...times }),
      )
      const paymasterData = encodePaymasterData({ ...times, signature })
      const refusal = await store.reserve({
        operation: {
          hash: hashUserOperation({ ...operation, paymasterData }, chainId),
          project_id: caller.projectId,
          user_id: caller.userId,
          chain: chain.id,
          sender: operation.sender,
          nonce_key: (operation.nonce >> 64n).toString(),
          nonce: operation.nonce.toString(),
          paymaster,
          payer,
          fee_token: batch?.token ?? null,
          fee_amount: batch?.amount.toString() ?? null,
          valid_until: validUntil * 1000,
          since_block: state.block,
          maxCost,
        },
        limits: policy.perDay,
        deposit: state.deposit,
        now: now(),
      })
      if (refusal) throw toRefusal(refusal)
      return { paymaster: network.paymaster, paymasterData }
    },
  }
}

/** No byte of it is zero. */
const stubSignature: Hex = `0x${'fe'.repeat(32)}7f${'ff'.repeat(31)}1c`

const refusalCodes = {
  'not-sponsored': bundlerErrorCodes.rejectedByPaymaster,
  'limit-reached': bundlerErrorCodes.paymasterThrottled,
  'sponsor-empty': bundlerErrorCodes.depositTooLow,
  'account-busy': bundlerErrorCodes.rejected,
  paused: bundlerErrorCodes.rejected,
} as const

const refuse = (reason: keyof typeof refusalCodes, message: string) =>
  new BundlerError({ rpcCode: refusalCodes[reason], reason, message })
const overLimit = () => refuse('limit-reached', 'A limit of the user or of the project is reached for today.')

function toRefusal(refusal: ReserveRefusal): BundlerError {
  if (refusal === 'limit-reached') return overLimit()
  if (refusal === 'account-busy') return refuse(refusal, 'An operation with this nonce is under way.')
  return refuse(refusal, 'The deposit of the sponsor is reserved for other operations.')
}

function findToken(tokens: readonly FeeToken[], address: string): FeeToken {
  const token = tokens.find((one) => one.address.toLowerCase() === address.toLowerCase())
  if (!token) throw refuse('not-sponsored', 'Fees cannot be paid in this token.')
  return token
}

/** @throws {BundlerError} unless the batch pays enough of the token to its collector */
function checkFee({ batch, token, least }: { batch: FeeBatch; token: FeeToken; least: bigint }): void {
  if (batch.token !== token.address.toLowerCase() || batch.collector !== token.collector.toLowerCase())
    throw refuse('not-sponsored', 'The fee must be paid in the token that was asked for, to its collector.')
  if (batch.amount < least)
    throw refuse('not-sponsored', `The fee must be at least ${least} of the token's smallest unit.`)
}

/** Returns the calldata with a fee, unless it has one, and no gas values, which were for less than that. */
function withFee(operation: UserOperation, token: FeeToken): Partial<UserOperation> {
  const gas = { callGasLimit: 0n, preVerificationGas: 0n }
  const execute = readExecute(operation.callData)
  if (!execute || execute.isTry || readFeeBatch(operation)) return gas
  const fee = { token: token.address, collector: token.collector, amount: 1n }
  return { ...gas, callData: writeFeeBatch({ ...fee, calls: execute.calls, sender: operation.sender }) }
}

/** Returns calldata that fails if the calls of a fee batch do: as it is, nobody would see it, and too little gas would seem enough. */
function toFailing(callData: Hex, sender: Hex): Hex {
  const batch = readFeeBatch({ callData, sender })
  const pay = batch && readExecute(callData)?.calls[0]
  if (!batch || !pay) return callData
  return writeExecute([pay, { target: sender, value: 0n, callData: writeExecute(batch.calls) }])
}

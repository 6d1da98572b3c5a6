import { BaseError, RpcError, readProperty } from '@portico/protocol'
import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import { approveText } from '../approve/copy.ts'
import type { Signer } from '../signer/Signer.ts'
import type { AskContext } from './Ask.ts'
import type { Allowance } from './allowanceKey.ts'
import { attempt } from './attempt.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { batchCalldata } from './batchCalldata.ts'
import { leaseNonce } from './buildTransaction.ts'
import { choosePayment } from './choosePayment.ts'
import { counterparties } from './counterparties.ts'
import type { ActiveRequest } from './createQueue.ts'
import { describeCost, describeFee, labelPayment } from './describeFee.ts'
import { describeTransaction } from './describeTransaction.ts'
import { joinWays } from './joinWays.ts'
import { listChangedAllowances } from './listChangedAllowances.ts'
import { listMovedTokens } from './listMovedTokens.ts'
import { listTokens } from './listTokens.ts'
import { finishOperation } from './operations/finishOperation.ts'
import { listWays, type Needs, type Ways } from './operations/listWays.ts'
import { operationCalldata } from './operations/operationCalldata.ts'
import { payableWays } from './operations/payableWays.ts'
import type { PreparedOperation } from './operations/prepareOperation.ts'
import { readOperationAccount } from './operations/readOperationAccount.ts'
import { sendOperation } from './operations/sendOperation.ts'
import { signOperation } from './operations/signOperation.ts'
import { readOperations, type StoredOperation, writeOperation } from './operations/storedOperations.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readAssets } from './readAssets.ts'
import type { PaymasterService } from './readCalls.ts'
import { readCallsOf } from './readCallsOf.ts'
import { readIsContract, simulate } from './readChainFacts.ts'
import { readParts } from './readParts.ts'
import type { RequestedTransaction } from './readTransaction.ts'
import { addRecipient, readRecipients } from './recipients.ts'
import { type SignedTransaction, signTransaction } from './signTransaction.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import type { TransactionPart } from './TransactionPart.ts'
import type { Way } from './Way.ts'

/** The ways to execute it, and what is known about it. All ways make the same calls. */
type Prepared = Ways & { facts: TransactionFacts; at: number }
type Call = {
  id: string
  chainId: string
  context: AskContext
  signal: AbortSignal
  needs: Needs
  paymaster: PaymasterService | undefined
}

/** What was sent: a transaction by its hash, or a user operation by its own. */
export type Sent = { hash: Hex; nonce?: number | undefined; operation?: StoredOperation | undefined }
type Signed = Sent & { raw?: Hex }

/** Milliseconds after which a simulation is repeated before signing. */
const simulationMaxAge = 20_000

/**
 * Builds, shows, checks again, signs and sends a transaction that was read and admitted: as the account's own, or as a user operation where
 * the project or a token pays.
 *
 * @throws {RpcError} 4001 when the visitor rejects it; others before or after it was sent
 */
export async function sendTransaction(
  requested: RequestedTransaction,
  {
    id,
    chainId,
    context,
    active,
    needs,
    paymaster,
    beforeSend,
  }: {
    /** Id of the request: the nonce is leased for it. */
    id: string
    chainId: string
    context: AskContext
    active: ActiveRequest
    needs?: Needs
    /** Somebody else's paymaster that is to pay, if the project allows it. */
    paymaster?: PaymasterService | undefined
    /** Stores what was signed. If it fails, nothing is sent. */
    beforeSend?: ((signed: Sent) => Promise<void>) | undefined
  },
): Promise<Sent> {
  const { session, gateway } = context
  const call: Call = { id, chainId, context, signal: active.signal, needs, paymaster }
  const earlier = await resume(requested, call, { active, beforeSend })
  if (earlier) return earlier
  let isUsed = false
  try {
    const { way, signed } = await approveAndSign(requested, call)
    active.signal.throwIfAborted()
    active.commit()
    if (signed.operation) await storeOperation(signed.operation, call)
    await beforeSend?.(signed)
    // A nonce of an operation is in use while the bundler has it. The nonce of a transaction or an upgrade may be used from now on.
    isUsed = !way.operation || way.operation.upgrade !== undefined
    await send(signed, call)
    // The transaction was sent: failing to store the recipients must not look like a failure.
    for (const { effects, to } of readAllParts(way.transaction, session.address, chainId))
      for (const recipient of counterparties(effects, to))
        await addRecipient(context.store, recipient).catch(() => {})
    return signed
  } finally {
    // Release an unused nonce, or it would block later transactions. After sending it may be used, so keep it.
    if (!isUsed) gateway(`/wallet/v1/nonces/${id}`, { method: 'DELETE' }).catch(() => {})
  }
}

/**
 * Sends the operation again that was signed for this request before the page ended. Nothing is signed twice.
 *
 * @throws {RequestRefusedError} if it was signed for other calls
 */
async function resume(
  requested: RequestedTransaction,
  call: Call,
  {
    active,
    beforeSend,
  }: { active: ActiveRequest; beforeSend: ((signed: Sent) => Promise<void>) | undefined },
): Promise<Sent | undefined> {
  const { id, chainId, context } = call
  const { address } = context.session
  const operation = (await readOperations(ownerOf(call))).find((one) => one.requestId === id)
  // One that was not accepted is approved anew, and replaced.
  if (!operation || operation.state === 'closed') return undefined
  const stored = operationCalldata.decode(operation.wire.callData as Hex, address)?.calls
  const calls = readCallsOf(requested, address)
  if (
    operation.chainId !== chainId ||
    !stored ||
    !calls ||
    batchCalldata.encode(stored) !== batchCalldata.encode(calls)
  )
    throw new RequestRefusedError({ reason: 'Another request already used this id.' })
  active.commit()
  const signed = { hash: operation.hash, operation }
  await beforeSend?.(signed)
  if (operation.state !== 'sent') await send(signed, call)
  return signed
}

async function approveAndSign(
  requested: RequestedTransaction,
  call: Call,
): Promise<{ way: Way; signed: Signed }> {
  const { now } = call.context
  let isRefused = false
  let prepared = await prepare(requested, call, { text: approveText('approve.preparing'), isRefused })
  let notice: string | undefined
  for (;;) {
    let way = await choose(prepared, call, notice)
    notice = approveText('approve.changed')
    if (now() - prepared.at > simulationMaxAge) {
      const again = await prepare(requested, call, { text: approveText('approve.checking'), isRefused })
      const same = again.ways.find((other) => isNoDearer(other, way))
      const isSame = outcomeOf(again.facts.simulation) === outcomeOf(prepared.facts.simulation)
      const isPaid = again.ways[0].payment.by === 'sponsor'
      prepared = again
      if (!same || !isSame || isPaid !== (way.payment.by === 'sponsor')) continue
      // An offer may have expired; what a transaction costs at most is as it was shown.
      if (way.operation) way = same
    }
    const signed = await sign(way, call)
    if (signed) return { way, signed }
    // Whoever was to pay does not. The visitor sees who does before anything is signed.
    if (way.payment.by === 'sponsor') isRefused = true
    prepared = await prepare(requested, call, { text: approveText('approve.checking'), isRefused })
  }
}

/** Shows the ways, and returns the one that the visitor approves. */
async function choose(
  { ways, notPaidBy, facts }: Prepared,
  { chainId, context, signal }: Call,
  notice: string | undefined,
): Promise<Way> {
  const { session, riskLimits } = context
  const address = session.address
  const described = ways.map(({ transaction, payment, fails, operation }) => {
    const charge = { payment, cost: transaction.gas * transaction.maxFeePerGas, facts, chainId }
    return {
      label: labelPayment(payment, facts),
      fee: describeFee(charge),
      cost: describeCost(charge),
      description: describeTransaction({
        ...{ transaction, facts, address, chainId, limits: riskLimits },
        ...{ payment, fails, operation: operation?.operation, notPaidBy },
      }),
    }
  })
  const chosen = await choosePayment({ description: joinWays(described), notice, context, signal })
  return ways[chosen] ?? ways[0]
}

/** Whether it is the same, paid by the same, for no more than was shown. */
function isNoDearer(next: Way, shown: Way): boolean {
  const { transaction, payment } = next
  const { payment: paid } = shown
  const isCheap =
    payment.by === 'token'
      ? paid.by === 'token' && payment.token === paid.token && payment.amount <= paid.amount
      : payment.by === paid.by &&
        (payment.by !== 'sponsor' || (paid.by === 'sponsor' && payment.name === paid.name))
  return (
    isCheap &&
    next.fails === shown.fails &&
    transaction.nonce === shown.transaction.nonce &&
    transaction.type === shown.transaction.type &&
    JSON.stringify(transaction.change) === JSON.stringify(shown.transaction.change) &&
    next.operation?.operation.nonce === shown.operation?.operation.nonce &&
    // Fees change with every block; the shown fee is the maximum that will be paid.
    (payment.by !== 'coins' || transaction.gas <= shown.transaction.gas)
  )
}

function prepare(
  requested: RequestedTransaction,
  { id, chainId, context, signal, needs, paymaster }: Call,
  { text, isRefused }: { text: string; isRefused: boolean },
): Promise<Prepared> {
  const { session, rpc, gateway, store, now } = context
  const { address } = session
  return attempt({
    name: 'transaction',
    text,
    failure: approveText('approve.networkFailed'),
    context,
    signal,
    step: async () => {
      const found = await listWays(requested, {
        requestId: id,
        chainId,
        context,
        needs,
        paymaster,
        isRefused,
      })
      const [{ transaction }] = found.ways
      const parts = readAllParts(transaction, address, chainId)
      const effects = parts.flatMap((part) => part.effects)
      const paying = found.ways.flatMap(({ payment }) =>
        payment.by === 'token' ? [payment.token.toLowerCase()] : [],
      )
      const tokens = [...new Set([...paying, ...listTokens(effects)])]
      const read = (some: readonly string[], allowances?: readonly Allowance[]) =>
        readAssets({ rpc, gateway, chainId, address, tokens: some, allowances })
      const simulated = simulate({ gateway, transaction, chainId, address })
      const [simulation, assets, moved, areContracts, recipients] = await Promise.all([
        simulated,
        read(tokens, listChangedAllowances(effects, address)),
        // What comes back is known only after the simulation; prices show whether it is too little.
        simulated.then((result) => {
          const others = listMovedTokens(result).filter((token) => !tokens.includes(token))
          return others.length > 0 ? read(others) : undefined
        }),
        Promise.all(parts.map(({ to }) => (to ? readIsContract({ rpc, chainId, address: to }) : undefined))),
        readRecipients(store),
      ])
      const all = { ...assets, tokens: new Map([...(moved?.tokens ?? []), ...assets.tokens]) }
      const facts = { ...all, simulation, areContracts, recipients }
      return { ...found, ways: payableWays(found.ways, { facts, effects, address }), facts, at: now() }
    },
  })
}

/** Reads the calls from the bytes alone, as if every contract was a token: nothing is known about them yet. */
function readAllParts(transaction: BuiltTransaction, address: Hex, chainId: string): TransactionPart[] {
  return readParts({ transaction, address, chainId, kindOf: () => 'erc20' })
}

/** Stores an operation, or its new state. Another tab may store one at the same time. */
function storeOperation(operation: StoredOperation, call: Call): Promise<void> {
  const { lock, session } = call.context
  return lock(`operations ${session.origin}`, () => writeOperation(ownerOf(call), operation))
}

/** Signs a way to execute it. Undefined if whoever was to pay has changed their mind. */
async function sign(way: Way, call: Call): Promise<Signed | undefined> {
  const { context, signal } = call
  const { operation } = way
  return attempt({
    name: 'transaction',
    text: approveText('approve.signing'),
    failure: approveText('approve.notSigned'),
    context,
    signal,
    step: async () => (operation ? signPrepared(operation, call) : signOwn(way.transaction, call)),
  })
}

async function signPrepared(prepared: PreparedOperation, call: Call): Promise<Signed | undefined> {
  const { id, chainId, context } = call
  const { now } = context
  const account = await readOperationAccount(context, { chainId, requestId: id })
  const finishing = finishOperation(account, prepared, now()).catch((error: unknown) => {
    if (error instanceof BaseError && error.code === 'session-ended') return error
    return undefined
  })
  // Opening the wallet takes as long as asking the paymaster.
  return signWith(call, async (signer) => {
    const finished = await finishing
    if (finished instanceof BaseError) throw finished
    if (!finished) return undefined
    const { operation, validUntil } = finished
    const on = Number(chainId.slice('eip155:'.length))
    const { wire, hash } = await signOperation({ operation, chainId: on, upgrade: prepared.upgrade, signer })
    return { hash, operation: { requestId: id, chainId, hash, wire, validUntil, at: now(), state: 'signed' } }
  })
}

async function signOwn(transaction: BuiltTransaction, call: Call): Promise<SignedTransaction> {
  const { id, chainId, context } = call
  const { session, gateway } = context
  // Renew the lease of the nonce: the visitor may have taken longer than a minute.
  const changesCode = transaction.change !== undefined
  const lease = { gateway, chainId, address: session.address, requestId: id, changesCode }
  if ((await leaseNonce(lease)) !== transaction.nonce)
    throw new RpcError({
      rpcCode: -32003,
      message: 'Another transaction of this account used the nonce first.',
    })
  return signWith(call, (signer) => signTransaction({ transaction, signer }))
}

/** Opens the wallet for as long as it signs. */
async function signWith<T>(
  { context: { session }, signal }: Call,
  run: (signer: Pick<Signer, 'address' | 'signHash'>) => Promise<T>,
): Promise<T> {
  const signer = await session.openSigner()
  try {
    signal.throwIfAborted()
    return await run({ address: session.address, signHash: signer.signHash })
  } finally {
    signer.close()
  }
}

/** Sends what was signed; every retry sends the same bytes. */
async function send({ raw, hash, operation }: Signed, call: Call): Promise<void> {
  const { chainId, context, signal } = call
  const { rpc, gateway } = context
  const sending = attempt({
    name: 'transaction',
    text: approveText('approve.sending'),
    failure: approveText('approve.notSent'),
    context,
    signal,
    step: async () => {
      if (operation) return sendOperation({ gateway, chainId }, operation)
      try {
        await rpc(chainId, 'eth_sendRawTransaction', [raw])
      } catch (error) {
        // The upstream may have accepted it anyway, or already have it.
        const found = await rpc(chainId, 'eth_getTransactionByHash', [hash]).catch(() => undefined)
        if (readProperty(found, 'hash') !== hash) throw error
      }
    },
  })
  if (!operation) return sending
  const note = (state: StoredOperation['state']) => storeOperation({ ...operation, state }, call)
  await sending.catch(async (error: unknown) => {
    // It is not sent again: the next operation takes its nonce.
    await note('closed').catch(() => {})
    throw error
  })
  // It was sent: failing to note that must not look like a failure.
  await note('sent').catch(() => {})
}

function ownerOf({ context: { session, store, now } }: Call): Parameters<typeof readOperations>[0] {
  return { origin: session.origin, address: session.address, store, now: now() }
}

/** The simulated outcome as text, without the gas, which varies. */
function outcomeOf(simulation: SimulateResponse | undefined): string {
  if (!simulation) return ''
  const { gasUsed, ...outcome } = simulation
  return JSON.stringify(outcome)
}

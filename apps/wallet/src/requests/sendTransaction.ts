import { RpcError, readProperty } from '@portico/protocol'
import type { SimulateResponse } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import { copy } from '../approve/copy.ts'
import type { AskContext } from './Ask.ts'
import type { Allowance } from './allowanceKey.ts'
import { attempt } from './attempt.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { buildTransaction, leaseNonce } from './buildTransaction.ts'
import { counterparties } from './counterparties.ts'
import type { ActiveRequest } from './createQueue.ts'
import { decide } from './decide.ts'
import { describeTransaction } from './describeTransaction.ts'
import { listChangedAllowances } from './listChangedAllowances.ts'
import { listMovedTokens } from './listMovedTokens.ts'
import { listTokens } from './listTokens.ts'
import { readAssets } from './readAssets.ts'
import { readIsContract, simulate } from './readChainFacts.ts'
import { readParts } from './readParts.ts'
import type { RequestedTransaction } from './readTransaction.ts'
import { addRecipient, readRecipients } from './recipients.ts'
import { type SignedTransaction, signTransaction } from './signTransaction.ts'
import type { TransactionFacts } from './TransactionFacts.ts'
import type { TransactionPart } from './TransactionPart.ts'

type Prepared = { transaction: BuiltTransaction; facts: TransactionFacts; at: number }
type Call = { id: string; chainId: string; context: AskContext; signal: AbortSignal }

/** Milliseconds after which a simulation is repeated before signing. */
const simulationMaxAge = 20_000

/**
 * Builds, shows, checks again, signs and sends a transaction that was read and admitted. Returns its hash.
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
    beforeSend,
  }: {
    /** Id of the request: the nonce is leased for it. */
    id: string
    chainId: string
    context: AskContext
    active: ActiveRequest
    /** Stores what was signed. If it fails, nothing is sent. */
    beforeSend?: ((signed: SignedTransaction) => Promise<void>) | undefined
  },
): Promise<Hex> {
  const { session, gateway } = context
  const call: Call = { id, chainId, context, signal: active.signal }
  let isSent = false
  try {
    const transaction = await approve(requested, call)
    const signed = await sign(transaction, call)
    active.signal.throwIfAborted()
    active.commit()
    await beforeSend?.(signed)
    isSent = true
    await send(signed, call)
    // The transaction was sent: failing to store the recipients must not look like a failure.
    for (const { effects, to } of readAllParts(transaction, session.address, chainId))
      for (const recipient of counterparties(effects, to))
        await addRecipient(context.store, recipient).catch(() => {})
    return signed.hash
  } finally {
    // Release an unused nonce, or it would block later transactions. After sending it may be used, so keep it.
    if (!isSent) gateway(`/wallet/v1/nonces/${id}`, { method: 'DELETE' }).catch(() => {})
  }
}

async function approve(requested: RequestedTransaction, call: Call): Promise<BuiltTransaction> {
  const { chainId, context, signal } = call
  const { session, now, riskLimits } = context
  let prepared = await prepare(requested, call, copy.preparing)
  let notice: string | undefined
  for (;;) {
    const { transaction, facts } = prepared
    await decide({
      description: describeTransaction({
        transaction,
        facts,
        address: session.address,
        chainId,
        limits: riskLimits,
      }),
      notice,
      context,
      signal,
    })
    if (now() - prepared.at <= simulationMaxAge) return transaction
    const again = await prepare(requested, call, copy.checking)
    const isSame =
      again.transaction.nonce === transaction.nonce &&
      again.transaction.type === transaction.type &&
      JSON.stringify(again.transaction.change) === JSON.stringify(transaction.change) &&
      // Fees change with every block; the shown fee is the maximum that will be paid.
      again.transaction.gas <= transaction.gas &&
      outcomeOf(again.facts.simulation) === outcomeOf(facts.simulation)
    if (isSame) return transaction
    prepared = again
    notice = copy.changed
  }
}

function prepare(
  requested: RequestedTransaction,
  { id, chainId, context, signal }: Call,
  text: string,
): Promise<Prepared> {
  const { session, rpc, gateway, store, now } = context
  const { address } = session
  return attempt({
    name: 'transaction',
    text,
    failure: copy.networkFailed,
    context,
    signal,
    step: async () => {
      const transaction = await buildTransaction({ requested, rpc, gateway, chainId, address, requestId: id })
      const parts = readAllParts(transaction, address, chainId)
      const effects = parts.flatMap((part) => part.effects)
      const tokens = listTokens(effects)
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
      return { transaction, facts: { ...all, simulation, areContracts, recipients }, at: now() }
    },
  })
}

/** Reads the calls from the bytes alone, as if every contract was a token: nothing is known about them yet. */
function readAllParts(transaction: BuiltTransaction, address: Hex, chainId: string): TransactionPart[] {
  return readParts({ transaction, address, chainId, kindOf: () => 'erc20' })
}

function sign(
  transaction: BuiltTransaction,
  { id, chainId, context, signal }: Call,
): Promise<SignedTransaction> {
  const { session, gateway } = context
  return attempt({
    name: 'transaction',
    text: copy.signing,
    failure: copy.notSigned,
    context,
    signal,
    step: async () => {
      // Renew the lease of the nonce: the visitor may have taken longer than a minute.
      const nonce = await leaseNonce({
        gateway,
        chainId,
        address: session.address,
        requestId: id,
        changesCode: transaction.change !== undefined,
      })
      if (nonce !== transaction.nonce)
        throw new RpcError({
          rpcCode: -32003,
          message: 'Another transaction of this account used the nonce first.',
        })
      const signer = await session.openSigner()
      try {
        signal.throwIfAborted()
        return await signTransaction({
          transaction,
          signer: { address: session.address, signHash: signer.signHash },
        })
      } finally {
        signer.close()
      }
    },
  })
}

/** Sends the signed transaction; every retry sends the same bytes. */
async function send({ raw, hash }: SignedTransaction, { chainId, context, signal }: Call): Promise<void> {
  const { rpc } = context
  await attempt({
    name: 'transaction',
    text: copy.sending,
    failure: copy.notSent,
    context,
    signal,
    step: async () => {
      try {
        await rpc(chainId, 'eth_sendRawTransaction', [raw])
      } catch (error) {
        // The upstream may have accepted it anyway, or already have it.
        const found = await rpc(chainId, 'eth_getTransactionByHash', [hash]).catch(() => undefined)
        if (readProperty(found, 'hash') !== hash) throw error
      }
    },
  })
}

/** The simulated outcome as text, without the gas, which varies. */
function outcomeOf(simulation: SimulateResponse | undefined): string {
  if (!simulation) return ''
  const { gasUsed, ...outcome } = simulation
  return JSON.stringify(outcome)
}

import { RpcError, readProperty } from '@portico/protocol'
import type { SimulateResponse } from '@portico/protocol/gateway'
import { copy } from '../approve/copy.ts'
import type { Ask, AskContext } from './Ask.ts'
import { attempt } from './attempt.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { buildTransaction, leaseNonce } from './buildTransaction.ts'
import { decide } from './decide.ts'
import { describeTransaction } from './describeTransaction.ts'
import { findRecipient } from './findRecipient.ts'
import { readCoin, readIsContract, readToken, simulate } from './readChainFacts.ts'
import { type AskedTransaction, readTransaction } from './readTransaction.ts'
import { addRecipient, readRecipients } from './recipients.ts'
import { type SignedTransaction, signTransaction } from './signTransaction.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

type Prepared = { transaction: BuiltTransaction; facts: TransactionFacts; at: number }
type Call = { id: string; chainId: string; context: AskContext; signal: AbortSignal }

/** Milliseconds after which what was foretold is foretold again, before it is signed. */
const freshFor = 20_000

/** `eth_sendTransaction`: read, built here, shown, looked at again, signed, sent. */
export const askTransaction: Ask = async ({ id, params, chainId }, context, turn) => {
  const { session, limits, gateway } = context
  const asked = readTransaction(params, { address: session.address, chainId })
  await limits.admit()
  const call: Call = { id, chainId, context, signal: turn.signal }
  let isSent = false
  try {
    const transaction = await approve(asked, call)
    const signed = await sign(transaction, call)
    turn.signal.throwIfAborted()
    isSent = true
    turn.commit()
    await send(signed, call)
    const recipient = findRecipient(transaction)
    // The chain has it: that a note of it could not be kept must not look like a failure.
    if (recipient) await addRecipient(context.memory, recipient).catch(() => {})
    return signed.hash
  } finally {
    // A nonce that was not used would hold up what comes after it. If it was perhaps used, the chain knows better.
    if (!isSent) gateway(`/wallet/v1/nonces/${id}`, { method: 'DELETE' }).catch(() => {})
  }
}

async function approve(asked: AskedTransaction, call: Call): Promise<BuiltTransaction> {
  const { chainId, context, signal } = call
  const { session, now } = context
  let prepared = await prepare(asked, call, copy.preparing)
  let notice: string | undefined
  for (;;) {
    const { transaction, facts } = prepared
    await decide({
      description: describeTransaction({ transaction, facts, address: session.address, chainId }),
      notice,
      context,
      signal,
    })
    if (now() - prepared.at <= freshFor) return transaction
    const again = await prepare(asked, call, copy.checking)
    const isSame =
      again.transaction.nonce === transaction.nonce &&
      // Fees rise and fall with every block: what was shown is what is paid, at most.
      again.transaction.gas <= transaction.gas &&
      print(again.facts.simulation) === print(facts.simulation)
    if (isSame) return transaction
    prepared = again
    notice = copy.changed
  }
}

function prepare(
  asked: AskedTransaction,
  { id, chainId, context, signal }: Call,
  text: string,
): Promise<Prepared> {
  const { session, rpc, gateway, memory, now } = context
  const { address } = session
  return attempt({
    name: 'transaction',
    text,
    failure: 'The network does not answer. Check that you are online, then try again.',
    context,
    signal,
    step: async () => {
      const transaction = await buildTransaction({ asked, rpc, gateway, chainId, address, requestId: id })
      const { to, data } = transaction
      const isCall = to !== undefined && data !== '0x'
      const [simulation, coin, token, isContract, recipients] = await Promise.all([
        simulate({ gateway, transaction, chainId, address }),
        readCoin({ gateway, chainId }),
        isCall ? readToken({ rpc, chainId, token: to }) : {},
        to ? readIsContract({ rpc, chainId, address: to }) : undefined,
        readRecipients(memory),
      ])
      return { transaction, facts: { simulation, coin, token, isContract, recipients }, at: now() }
    },
  })
}

function sign(
  transaction: BuiltTransaction,
  { id, chainId, context, signal }: Call,
): Promise<SignedTransaction> {
  const { session, gateway } = context
  return attempt({
    name: 'transaction',
    text: copy.signing,
    failure: 'It could not be signed. Check that you are online, then try again.',
    context,
    signal,
    step: async () => {
      // Holds the nonce a little longer; the visitor may have taken a minute.
      const nonce = await leaseNonce({ gateway, chainId, address: session.address, requestId: id })
      if (nonce !== transaction.nonce)
        throw new RpcError({ rpcCode: -32003, message: 'Another transaction of this account was faster.' })
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

/** Sends the signed bytes, the same at every attempt. */
async function send({ raw, hash }: SignedTransaction, { chainId, context, signal }: Call): Promise<void> {
  const { rpc } = context
  await attempt({
    name: 'transaction',
    text: copy.sending,
    failure: 'The network did not take the transaction. It may help to try again; nothing is sent twice.',
    context,
    signal,
    step: async () => {
      try {
        await rpc(chainId, 'eth_sendRawTransaction', [raw])
      } catch (error) {
        // Said twice, or taken after all: then the node knows it.
        const known = await rpc(chainId, 'eth_getTransactionByHash', [hash]).catch(() => undefined)
        if (readProperty(known, 'hash') !== hash) throw error
      }
    },
  })
}

function print(simulation: SimulateResponse | undefined): string {
  if (!simulation) return ''
  const { gasUsed, ...outcome } = simulation
  return JSON.stringify(outcome)
}

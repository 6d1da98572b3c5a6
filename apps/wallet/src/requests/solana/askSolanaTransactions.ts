import { ed25519 } from '@noble/curves/ed25519.js'
import { readProperty } from '@portico/protocol'
import type { SolanaSendOptions } from '@portico/protocol/frame'
import { base58, base64 } from '@scure/base'
import { approveText } from '../../approve/copy.ts'
import type { Warning } from '../../approve/Description.ts'
import type { AskContext } from '../Ask.ts'
import { attempt } from '../attempt.ts'
import type { ActiveRequest } from '../createQueue.ts'
import { decide } from '../decide.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { readSignedText } from '../readSignedText.ts'
import { describeSolanaTransactions } from './describeSolanaTransactions.ts'
import { readMemos } from './readMemos.ts'
import { readOwnAddress } from './readOwnAddress.ts'
import { readSolanaFacts } from './readSolanaFacts.ts'
import { readSolanaTransaction } from './readSolanaTransaction.ts'
import type { SolanaFacts } from './SolanaFacts.ts'
import type { SolanaPart } from './SolanaPart.ts'
import type { SolanaTransaction } from './SolanaTransaction.ts'
import { addSolanaRecipients } from './solanaRecipients.ts'

/** A transaction with the signature of the account. */
export type SignedSolanaTransaction = {
  wire: Uint8Array
  /** The signature of the account, 64 bytes. */
  signature: Uint8Array
  /** The first signature, which identifies the transaction, in base58. */
  id: string
}

type Call = {
  chainId: string
  /** The account. */
  own: string
  /** Absent if the site gets the signed transactions instead. */
  send: SolanaSendOptions | undefined
  context: AskContext
  signal: AbortSignal
}
type Prepared = { parts: SolanaPart[]; facts: SolanaFacts; at: number }

/** Transactions of one request: nobody reads more. */
const maxTransactions = 20
/** Milliseconds after which a simulation is repeated before signing. */
const simulationMaxAge = 20_000

/**
 * Handles requests that sign transactions on Solana, one or several together: reads, shows, checks again, signs and, with `send`, sends
 * them in their order.
 *
 * @throws {RequestRefusedError} if the bytes are not transactions that need the signature of the account
 * @throws {RpcError} 4001 when the visitor rejects
 * @example
 * const [signed] = await askSolanaTransactions({ transactions: [wire], chainId, send: {} }, context, active)
 */
export async function askSolanaTransactions(
  {
    transactions,
    chainId,
    send,
  }: {
    /** The transactions in their wire format, with the signatures that they have already. */
    transactions: readonly Uint8Array[]
    /** CAIP-2. */
    chainId: string
    send?: SolanaSendOptions | undefined
  },
  context: AskContext,
  active: ActiveRequest,
): Promise<SignedSolanaTransaction[]> {
  if (transactions.length === 0 || transactions.length > maxTransactions)
    refuse(`A request has 1 to ${maxTransactions} transactions.`)
  const own = readOwnAddress(context.session)
  const read = transactions.map((wire) => readSolanaTransaction(wire, own))
  if (send && read.some((one) => !isOnlyOwnMissing(one, own)))
    refuse('Other accounts must sign this transaction before it can be sent.')
  const call: Call = { chainId, own, send, context, signal: active.signal }
  // A refused request must not count as a prompt.
  readNotes(read, call)
  await context.limits.admit()
  const parts = await approve(read, call)
  // A sign-in may have expired meanwhile.
  readNotes(read, call)
  const signed = await sign(read, call)
  active.signal.throwIfAborted()
  if (send) {
    active.commit()
    for (const [index, one] of signed.entries()) await sendOne(one, parts[index], call)
    // They were sent: failing to store the recipients must not look like a failure.
    await addSolanaRecipients(context.store, recipientsOf(parts)).catch(() => {})
  }
  return signed
}

/**
 * Reads the notes of transactions like messages: there are services that accept a signed transaction with a note as a login.
 *
 * @throws {RequestRefusedError} for a sign-in that the wallet would refuse as a message
 */
function readNotes(
  transactions: readonly SolanaTransaction[],
  { own, chainId, context: { session, now } }: Call,
): Warning[] {
  const about = { address: own, origin: session.origin, chainId, now: now() }
  return transactions.flatMap(({ message }) =>
    readMemos(message).flatMap((text) => readSignedText(text, about).warnings),
  )
}

async function approve(transactions: readonly SolanaTransaction[], call: Call): Promise<SolanaPart[]> {
  const { context, signal, chainId, own, send } = call
  let prepared = await prepare(transactions, call, approveText('approve.preparing'))
  let notice: string | undefined
  for (;;) {
    const { parts, facts } = prepared
    const description = describeSolanaTransactions({
      parts,
      facts,
      own,
      chainId,
      limits: context.riskLimits,
      isSent: send !== undefined,
      origin: context.session.origin,
      noteWarnings: readNotes(transactions, call),
    })
    await decide({ description, notice, context, signal })
    if (context.now() - prepared.at <= simulationMaxAge) return parts
    const again = await prepare(transactions, call, approveText('approve.checking'))
    if (outcomeOf(again.facts) === outcomeOf(facts)) return parts
    prepared = again
    notice = approveText('approve.changed')
  }
}

function prepare(transactions: readonly SolanaTransaction[], call: Call, text: string): Promise<Prepared> {
  const { chainId, own, context, signal } = call
  return attempt({
    name: 'transaction',
    text,
    failure: approveText('approve.networkFailed'),
    context,
    signal,
    step: async () => {
      const read = await readSolanaFacts({ transactions, own, chainId, context })
      return { ...read, at: context.now() }
    },
  })
}

function sign(transactions: readonly SolanaTransaction[], call: Call): Promise<SignedSolanaTransaction[]> {
  const { own, context, signal } = call
  return attempt({
    name: 'transaction',
    text: approveText('approve.signing'),
    failure: approveText('approve.notSigned'),
    context,
    signal,
    step: async () => {
      const signer = await context.session.openSigner()
      try {
        const signed: SignedSolanaTransaction[] = []
        for (const transaction of transactions) {
          signal.throwIfAborted()
          signed.push(attach(transaction, await signer.signSolana(transaction.message.bytes), own))
        }
        return signed
      } finally {
        signer.close()
      }
    },
  })
}

/** Puts the signature into the bytes, after checking that it is one of the account for exactly this message. */
function attach(
  { wire, message, signatures }: SolanaTransaction,
  signature: Uint8Array,
  address: string,
): SignedSolanaTransaction {
  if (!ed25519.verify(signature, message.bytes, base58.decode(address)))
    throw new Error('The signature is of another account.')
  const index = message.accounts.indexOf(address)
  const signed = Uint8Array.from(wire)
  // The signatures stand before the message, after their count.
  signed.set(signature, wire.length - message.bytes.length - 64 * (signatures.length - index))
  const first = index === 0 ? signature : (signatures[0] as Uint8Array)
  return { wire: signed, signature, id: base58.encode(first) }
}

/** Sends a signed transaction; every retry sends the same bytes. */
async function sendOne(
  { wire, id }: SignedSolanaTransaction,
  part: SolanaPart | undefined,
  call: Call,
): Promise<void> {
  const { chainId, send, context, signal } = call
  const { rpc } = context
  await attempt({
    name: 'transaction',
    text: approveText('approve.sending'),
    failure: approveText('approve.notSent'),
    context,
    signal,
    step: async () => {
      try {
        await rpc(chainId, 'sendTransaction', [base64.encode(wire), { ...send, encoding: 'base64' }])
      } catch (error) {
        // The upstream may have accepted it anyway, or already have it.
        const found = await rpc(chainId, 'getSignatureStatuses', [[id]]).catch(() => undefined)
        if (readProperty(readProperty(found, 'value'), '0')) return
        if (part && (await hasExpired(part, call)))
          refuse('The transaction has expired and was not sent. Create a new one, and ask again.')
        throw error
      }
    },
  })
}

/** Whether the network will never accept a transaction any more, so that sending it again is of no use. */
async function hasExpired(
  { transaction, effects }: SolanaPart,
  { chainId, context: { rpc } }: Call,
): Promise<boolean> {
  if (effects.some(({ type }) => type === 'durableNonce')) return false
  const params = [transaction.message.blockhash, { commitment: 'processed' }]
  const answer = await rpc(chainId, 'isBlockhashValid', params).catch(() => undefined)
  return readProperty(answer, 'value') === false
}

/** Whether every other signer has signed. */
function isOnlyOwnMissing({ message, signatures }: SolanaTransaction, address: string): boolean {
  return signatures.every(
    (signature, index) => message.accounts[index] === address || signature.some((byte) => byte !== 0),
  )
}

function recipientsOf(parts: readonly SolanaPart[]): string[] {
  const found = parts.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.type === 'send' && effect.to.isProven ? [effect.to.address] : [])),
  )
  return [...new Set(found)]
}

/** The simulated outcomes as text. */
function outcomeOf({ outcomes }: SolanaFacts): string {
  return JSON.stringify(outcomes, (_, value: unknown) => {
    if (value instanceof Map) return [...value]
    return typeof value === 'bigint' ? `${value}` : value
  })
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}

import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import type { CallsAccount } from './findCallsAccount.ts'
import type { Call } from './NamespaceCalls.ts'
import { runningSequences } from './runningSequences.ts'
import type { Sequence } from './Sequence.ts'
import { readSequences, storeSequence } from './sequenceStore.ts'

/** How long a transaction may take until no further call is sent after it, in milliseconds. */
const receiptTimeoutMs = 600_000

/**
 * Sends calls one by one. Resolves with the ID of the sequence once the wallet has sent the first one; the others follow, each
 * after the last was executed. Ends at the first one that is refused, fails or has an unknown outcome.
 *
 * @throws {RpcError} of the first call; 5720 if `id` is used already
 */
export async function startSequence(
  kit: Kit,
  {
    batch: { calls: list, id = randomId() },
    ...context
  }: CallsAccount & { batch: { calls: readonly Call[]; id?: string | undefined } },
): Promise<string> {
  const { account, networkId, endpoint, provider, calls } = context
  if (runningSequences.has(id) || readSequences().some((sequence) => sequence.id === id))
    throw new RpcError({
      rpcCode: rpcErrorCodes.duplicateCallsId,
      message: `There is a batch with the ID ${id} already.`,
    })
  const [first, ...others] = list
  const send = (call: Call) => calls.sendOne({ ...endpoint, provider, account, call })
  // Taken before the wallet is asked: the same ID at the same time must not be sent twice.
  runningSequences.add(id)
  const hash = await send(first as Call).catch((error: unknown) => {
    runningSequences.delete(id)
    throw error
  })
  const started = { id, networkId, account, total: list.length, hashes: [hash], startedAt: Date.now() }
  storeSequence(started)
  void continueSequence(kit, { ...context, send, others, sequence: started })
    .catch((error: unknown) => kit.logger.warn('A batch of calls has ended early.', error))
    .finally(() => runningSequences.delete(id))
  return id
}

/** Sends the other calls. Rejects when one was not sent; the sequence then ends with the last one that was. */
async function continueSequence(
  kit: Kit,
  {
    others,
    send,
    endpoint,
    transfers,
    ...parameters
  }: CallsAccount & { others: readonly Call[]; send: (call: Call) => Promise<string>; sequence: Sequence },
): Promise<void> {
  let { sequence } = parameters
  const { waitForOutcome } = await transfers()
  const change = (changes: Partial<Sequence>) => {
    sequence = { ...sequence, ...changes }
    storeSequence(sequence)
  }
  for (const call of [...others, undefined]) {
    const sent = { hash: sequence.hashes.at(-1) ?? '', from: sequence.account }
    const outcome = await waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(receiptTimeoutMs) })
    if (outcome === 'replaced' || outcome === 'expired') change({ isReplaced: true })
    if (outcome !== 'confirmed' || !call) return
    // The visitor agreed to send from this account on this network.
    const connected = getConnected(kit.store.getState(), endpoint.network.chainNamespace)
    if (connected?.address !== sequence.account || connected.networkId !== sequence.networkId) return
    change({ hashes: [...sequence.hashes, await send(call)] })
  }
}

/** Returns an ID as EIP-5792 wants it: nobody else can have chosen it. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

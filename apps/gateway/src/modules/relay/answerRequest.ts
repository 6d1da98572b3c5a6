import type { ConnectionShared } from './ConnectionShared.ts'
import type { Delivery } from './createDelivery.ts'
import type { StoredMessage } from './mailbox/MailboxStore.ts'
import { publish } from './publish.ts'
import { RelayError } from './RelayError.ts'
import { type Publication, readParams } from './readParams.ts'
import type { Sender } from './Sender.ts'

/** The client that sent a request. `delivery` is undefined over HTTP, where there are no subscriptions. */
export type RelayCaller = Sender & {
  delivery: Delivery | undefined
  subscribe(topics: readonly string[]): Promise<void>
}

/** The result of a request, and a function to call once the response has been sent. */
export type RelayAnswer = { result: unknown; after?: (() => void) | undefined }

type Call = {
  params: unknown
  caller: RelayCaller
  shared: Pick<
    ConnectionShared,
    'mailbox' | 'fanout' | 'topics' | 'projectBuckets' | 'clientBuckets' | 'metrics' | 'onError' | 'now'
  >
}

const fetchMessages = 500
const fetchBytes = 1024 * 1024
const tokensPerTopic = 0.05

/** All methods of the relay. The older prefix `iridium_` is an alias of `irn_`. */
const methods: Readonly<Record<string, (call: Call) => Promise<RelayAnswer>>> = {
  irn_publish: async (call) => publishAll(call, [readParams.publication(call.params)]),
  irn_batchPublish: async (call) => publishAll(call, readParams.publications(call.params)),
  irn_subscribe: subscribeOne,
  irn_subscribeBlocking: subscribeOne,
  irn_batchSubscribe: (call) => subscribeMany(call, (id) => id),
  irn_batchSubscribeBlocking: (call) => subscribeMany(call, (id) => ({ id })),
  async irn_unsubscribe({ params, caller }) {
    const topic = readParams.topic(params)
    requireDelivery(caller).unsubscribe(topic)
    return { result: true }
  },
  async irn_batchUnsubscribe({ params, caller }) {
    for (const topic of readParams.subscriptions(params)) requireDelivery(caller).unsubscribe(topic)
    return { result: true }
  },
  irn_fetchMessages: (call) => fetch(call, [readParams.topic(call.params)]),
  irn_batchFetchMessages: (call) => fetch(call, readParams.topics(call.params)),
  irn_batchReceive: receive,
  async wc_createTopic({ params }) {
    readParams.topic(params)
    return { result: true }
  },
  // Newer clients expect these two methods to subscribe them, and send no subscribe request.
  async wc_proposeSession(call) {
    const proposal = readParams.proposal(call.params)
    await call.caller.subscribe([proposal.topic])
    return publishAll(call, [proposal])
  },
  async wc_approveSession(call) {
    const { response, settlement } = readParams.approval(call.params)
    await call.caller.subscribe([settlement.topic])
    return publishAll(call, [response, settlement])
  },
  irn_watchRegister: refuseWebhooks,
  irn_watchUnregister: refuseWebhooks,
}

/**
 * Executes a request.
 *
 * @throws {RelayError}
 */
export async function answerRequest({ method, ...call }: Call & { method: string }): Promise<RelayAnswer> {
  const name = method.replace(/^iridium_/, 'irn_')
  const handle = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!handle) throw new RelayError('InvalidMethod')
  return handle(call)
}

async function publishAll(call: Call, publications: readonly Publication[]): Promise<RelayAnswer> {
  const { caller, shared } = call
  // The request itself has already taken one token.
  if (publications.length > 1) shared.clientBuckets.take(caller.clientId, publications.length - 1)
  if (!shared.projectBuckets.tryTake(caller.project, publications.length)) {
    for (const _ of publications) shared.metrics.onRefuse('rate')
    throw new RelayError('TooManyRequests')
  }
  const results = await Promise.allSettled(
    publications.map((publication) => publish({ ...shared, publication, sender: caller })),
  )
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  const notify = () => {
    for (const result of results) if (result.status === 'fulfilled') result.value()
    caller.delivery?.flush()
  }
  if (!failed) return { result: true, after: notify }
  // The stored messages are delivered all the same: a retry of the sender will find them as duplicates.
  notify()
  throw failed.reason
}

async function subscribeOne({ params, caller }: Call): Promise<RelayAnswer> {
  const topic = readParams.topic(params)
  const delivery = requireDelivery(caller)
  await caller.subscribe([topic])
  return { result: delivery.subscriptionId(topic), after: delivery.flush }
}

async function subscribeMany(
  { params, caller, shared }: Call,
  formatId: (id: string) => unknown,
): Promise<RelayAnswer> {
  const topics = readParams.topics(params)
  const delivery = requireDelivery(caller)
  shared.clientBuckets.take(caller.clientId, topics.length * tokensPerTopic)
  await caller.subscribe(topics)
  return { result: topics.map((topic) => formatId(delivery.subscriptionId(topic))), after: delivery.flush }
}

async function fetch({ caller, shared }: Call, topics: readonly string[]): Promise<RelayAnswer> {
  const { clientId } = caller
  shared.clientBuckets.take(clientId, topics.length * tokensPerTopic)
  const pages = await shared.mailbox.read({
    clientId,
    from: [...new Set(topics)].map((topic) => ({ topic, after: 0 })),
    maxMessages: fetchMessages,
    maxBytes: fetchBytes,
    now: shared.now(),
  })
  const messages = pages.flatMap(({ topic, messages }) =>
    messages.map(({ message, attestation, publishedAt, tag }: StoredMessage) => ({
      topic,
      message,
      attestation,
      publishedAt,
      tag,
    })),
  )
  return { result: { messages, hasMore: pages.some(({ more }) => more) } }
}

async function receive({ params, caller, shared }: Call): Promise<RelayAnswer> {
  const { clientId, delivery } = caller
  const receipts = readParams.receipts(params).map(({ topic, message }) => {
    if (typeof message === 'string' && /^[0-9a-f]{64}$/.test(message)) return { topic, id: message }
    const pushId = Number.parseInt(String(message), 10)
    const push = delivery?.pushed(pushId)
    if (push?.topic !== topic) return undefined
    delivery?.acknowledge(pushId, false)
    return push
  })
  await Promise.all(
    receipts.map((receipt) => receipt && shared.mailbox.acknowledge({ ...receipt, clientId })),
  )
  return { result: true }
}

async function refuseWebhooks(): Promise<never> {
  throw new RelayError('MethodNotSupported')
}

function requireDelivery({ delivery }: RelayCaller): Delivery {
  if (!delivery) throw new RelayError('NeedsSocket')
  return delivery
}

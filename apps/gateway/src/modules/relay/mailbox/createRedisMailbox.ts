import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'
import type { RedisServer } from '../../../infra/redis/createRedis.ts'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import type { AddResult, MailboxPage, MailboxScope, MailboxStore, StoredMessage } from './MailboxStore.ts'
import { messageBytes } from './messageBytes.ts'
import { acknowledgeScript, addScript, readScript, statsScript } from './redisScripts.ts'

/** Topics read at once. Together they take as much memory as this many pages. */
const parallelReads = 20

/** The Lua scripts, defined as commands. */
type Commands = {
  relayAdd(
    ...args: (string | number)[]
  ): Promise<[status: 'added' | 'duplicate' | 'full', seqOrScope: string, previous: string]>
  relayRead(...args: (string | number)[]): Promise<string[]>
  relayAcknowledge(...args: (string | number)[]): Promise<null>
  relayStats(...args: (string | number)[]): Promise<[messages: number, bytes: string, oldest: string]>
}

/**
 * Creates a mailbox in Redis or Valkey, shared by any number of processes. How much survives a crash of that server
 * depends on its settings: with `appendonly yes`, `appendfsync always` keeps everything and `everysec` loses at most
 * the last second.
 *
 * @example
 * const mailbox = createRedisMailbox({ redis: createRedis({ url, log }) })
 */
export function createRedisMailbox({
  redis: { commands: connection },
  limits = defaultMailboxLimits,
  now = Date.now,
}: {
  redis: Pick<RedisServer, 'commands'>
  limits?: MailboxLimits
  now?: () => number
}): MailboxStore {
  const scripts = {
    relayAdd: addScript,
    relayRead: readScript,
    relayAcknowledge: acknowledgeScript,
    relayStats: statsScript,
  }
  for (const [name, lua] of Object.entries(scripts)) connection.defineCommand(name, { numberOfKeys: 0, lua })
  const commands = connection as unknown as Commands
  const { topic, address, project, total, unsubscribedMs } = limits
  const budgets = [topic, address, project, total].flatMap(({ messages, bytes }) => [messages, bytes])

  return {
    async add(added): Promise<AddResult> {
      const { id, publisher, message, tag, attestation, publishedAt, expiresAt } = added
      const facts = `${publisher} ${JSON.stringify({ tag, attestation, publishedAt, expiresAt })}`
      const [status, seqOrScope, previous] = await commands.relayAdd(
        ...[added.topic, id, message, facts, messageBytes(added), added.address, added.project],
        ...[publishedAt, expiresAt, publishedAt + unsubscribedMs, added.subscribed ? 1 : 0],
        ...budgets,
      )
      if (status === 'full') return { status, scope: seqOrScope as MailboxScope }
      return { status, seq: Number(seqOrScope), previous: Number(previous) }
    },

    async read({ clientId, from, maxMessages, maxBytes, now }) {
      const pages: MailboxPage[] = []
      let messagesLeft = maxMessages
      let bytesLeft = maxBytes
      const cut = (page: MailboxPage): MailboxPage => {
        const fitting = page.messages.findIndex((message) => {
          if (messagesLeft <= 0 || bytesLeft <= 0) return true
          messagesLeft -= 1
          bytesLeft -= messageBytes(message)
          return false
        })
        return fitting === -1 ? page : { ...page, messages: page.messages.slice(0, fitting), more: true }
      }
      for (let at = 0; at < from.length; at += parallelReads) {
        const topics = from.slice(at, at + parallelReads)
        // The topics are read in parallel, so each script gets the limits of all together; the excess is cut off.
        const answers = await Promise.all(
          topics.map(({ topic, after }) =>
            commands.relayRead(topic, clientId, after, now, messagesLeft, bytesLeft),
          ),
        )
        pages.push(...topics.map(({ topic }, index) => cut(readPage(topic, answers[index] as string[]))))
      }
      return pages
    },

    async acknowledge({ topic, id, clientId }) {
      await commands.relayAcknowledge(topic, id, clientId)
    },

    async stats() {
      const [messages, bytes, oldest] = await commands.relayStats(now())
      return { messages, bytes: Number(bytes), oldest: oldest === '' ? undefined : Number(oldest) }
    },

    // The connection is shared, so its creator closes it.
    async close() {},
  }
}

function readPage(topic: string, [last, more, ...parts]: string[]): MailboxPage {
  const messages: StoredMessage[] = []
  for (let at = 0; at < parts.length; at += 4) {
    const [seq, id, facts, message] = parts.slice(at, at + 4) as [string, string, string, string]
    const space = facts.indexOf(' ')
    messages.push({
      seq: Number(seq),
      id,
      publisher: facts.slice(0, space),
      message,
      attestation: undefined,
      ...(JSON.parse(facts.slice(space + 1)) as Pick<StoredMessage, 'tag' | 'publishedAt' | 'expiresAt'>),
    })
  }
  return { topic, messages, last: Number(last), more: more === '1' }
}

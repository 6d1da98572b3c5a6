import type { RedisServer } from '../../../infra/redis/createRedis.ts'
import { defaultMailboxLimits } from './defaultMailboxLimits.ts'
import type { AddResult, MailboxLimits, MailboxPage, MailboxStore, StoredMessage } from './MailboxStore.ts'
import { redisKeys } from './redisKeys.ts'
import { acknowledgeScript, addScript, readScript, statsScript } from './redisScripts.ts'

/** The Lua scripts, defined as commands. */
type Commands = {
  relayAdd(...args: (string | number)[]): Promise<[status: string, seq: string, previous: string]>
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
  connection.defineCommand('relayAdd', { numberOfKeys: 10, lua: addScript })
  connection.defineCommand('relayRead', { numberOfKeys: 9, lua: readScript })
  connection.defineCommand('relayAcknowledge', { numberOfKeys: 9, lua: acknowledgeScript })
  connection.defineCommand('relayStats', { numberOfKeys: 3, lua: statsScript })
  const commands = connection as unknown as Commands
  const keysOf = (topic: string) => [...redisKeys.topic(topic), ...redisKeys.all]

  return {
    async add({
      topic,
      id,
      publisher,
      message,
      tag,
      attestation,
      publishedAt,
      expiresAt,
    }): Promise<AddResult> {
      const facts = `${publisher} ${JSON.stringify({ tag, attestation, publishedAt, expiresAt })}`
      const [status, seq, previous] = await commands.relayAdd(
        ...[...keysOf(topic), redisKeys.outbox],
        ...[topic, id, message, facts, publishedAt, expiresAt, limits.messages, limits.bytes],
      )
      if (status === 'full') return { status }
      return { status: status as 'added' | 'duplicate', seq: Number(seq), previous: Number(previous) }
    },

    async read({ clientId, from, maxMessages, maxBytes, now }) {
      // The topics are read in parallel, so each script gets the limits of all together; the excess is cut off below.
      const answers = await Promise.all(
        from.map(({ topic, after }) =>
          commands.relayRead(...keysOf(topic), topic, clientId, after, now, maxMessages, maxBytes),
        ),
      )
      let messagesLeft = maxMessages
      let bytesLeft = maxBytes
      return answers.map((answer, index) => {
        const page = readPage((from[index] as { topic: string }).topic, answer)
        const fitting = page.messages.findIndex(({ message }) => {
          if (messagesLeft <= 0 || bytesLeft <= 0) return true
          messagesLeft -= 1
          bytesLeft -= message.length
          return false
        })
        return fitting === -1 ? page : { ...page, messages: page.messages.slice(0, fitting), more: true }
      })
    },

    async acknowledge({ topic, id, clientId }) {
      await commands.relayAcknowledge(...keysOf(topic), id, clientId)
    },

    async stats() {
      const [messages, bytes, oldest] = await commands.relayStats(...redisKeys.all, now())
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

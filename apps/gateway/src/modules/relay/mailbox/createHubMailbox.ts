import type { HubDuties } from '../../../infra/hub/createHubDuties.ts'
import { MailboxError } from './MailboxError.ts'
import type { MailboxStore } from './MailboxStore.ts'

type Method = Exclude<keyof MailboxStore, 'close'>

/**
 * Creates a mailbox that the workers of one supervisor share: one of them opens the store and answers the calls of all. When it
 * ends, another one opens it, and calls without an answer are repeated there, which stores no message twice.
 *
 * @throws {MailboxError} if the store cannot be used.
 */
export async function createHubMailbox({
  duties,
  open,
}: {
  duties: HubDuties
  open: () => Promise<MailboxStore>
}): Promise<MailboxStore> {
  const duty = duties.offer('relay mailbox', async () => {
    const store = await open()
    return {
      run(data) {
        const [name, parameters] = data as [Method, never]
        return store[name](parameters)
      },
      stop: store.close,
    }
  })

  async function call<Name extends Method>(
    name: Name,
    parameters: Parameters<MailboxStore[Name]>[0] | null,
  ): Promise<Awaited<ReturnType<MailboxStore[Name]>>> {
    try {
      return (await duty.call([name, parameters])) as Awaited<ReturnType<MailboxStore[Name]>>
    } catch (cause) {
      throw new MailboxError(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  // Fails now rather than at the first message.
  await call('stats', null)
  return {
    add: (message) => call('add', message),
    read: (query) => call('read', query),
    async acknowledge(receipt) {
      await call('acknowledge', receipt)
    },
    async stats() {
      const { messages, bytes, oldest } = await call('stats', null)
      return { messages, bytes, oldest }
    },
    close: duty.leave,
  }
}

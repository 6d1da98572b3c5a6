import { tempFolder } from '@portico/server/testing'
import { createMemoryMailbox } from './mailbox/createMemoryMailbox.ts'
import { createSqliteMailbox } from './mailbox/createSqliteMailbox.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { startRelay } from './testing/startRelay.ts'
import { testDeliveryOrder } from './testing/testDeliveryOrder.ts'

async function start(mailbox: MailboxStore): Promise<readonly [string, string]> {
  const { url } = await startRelay({ mailbox })
  return [url, url]
}

testDeliveryOrder('memory', () => start(createMemoryMailbox()))
testDeliveryOrder('SQLite', async () => start(await createSqliteMailbox({ dataDir: tempFolder() })))

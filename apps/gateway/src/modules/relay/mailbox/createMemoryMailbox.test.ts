import { createMemoryMailbox } from './createMemoryMailbox.ts'
import { testMailboxStore } from './testing/testMailboxStore.ts'

testMailboxStore('createMemoryMailbox', createMemoryMailbox)

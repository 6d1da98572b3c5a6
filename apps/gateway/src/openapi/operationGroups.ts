import type { OperationGroup } from './Operation.ts'
import { accountOperations } from './operations/accountOperations.ts'
import { authOperations } from './operations/authOperations.ts'
import { embeddedOperations } from './operations/embeddedOperations.ts'
import { nameOperations } from './operations/nameOperations.ts'
import { priceOperations } from './operations/priceOperations.ts'
import { projectOperations } from './operations/projectOperations.ts'
import { relayOperations } from './operations/relayOperations.ts'
import { rpcOperations } from './operations/rpcOperations.ts'
import { serverOperations } from './operations/serverOperations.ts'
import { simulateOperations } from './operations/simulateOperations.ts'
import { streamOperations } from './operations/streamOperations.ts'
import { walletOperations } from './operations/walletOperations.ts'

/** Everything the gateway answers to. A route that is not here fails the tests, and so does an answer of another shape. */
export const operationGroups: readonly OperationGroup[] = [
  { title: 'Nodes', description: 'JSON-RPC to the chains.', operations: rpcOperations },
  {
    title: 'Accounts',
    description: 'What an account holds, did, and is called.',
    operations: accountOperations,
  },
  { title: 'Prices', description: 'What coins and tokens are worth.', operations: priceOperations },
  { title: 'Simulation', description: 'What a transaction would do.', operations: simulateOperations },
  { title: 'Live updates', description: 'News as they happen.', operations: streamOperations },
  {
    title: 'Sign-in',
    description: 'Sessions for accounts that have signed a message.',
    operations: authOperations,
  },
  {
    title: 'Embedded wallet',
    description: "What the wallet's own site asks: sessions, and this server's half of what opens a wallet.",
    operations: embeddedOperations,
  },
  { title: 'Names', description: 'Names people choose for their accounts.', operations: nameOperations },
  {
    title: 'Wallets and pictures',
    description: 'The list a visitor chooses from.',
    operations: walletOperations,
  },
  { title: 'Projects', description: 'What the operator has set.', operations: projectOperations },
  { title: 'Relay', description: 'A mailbox between apps and wallets.', operations: relayOperations },
  { title: 'Server', description: 'The gateway itself.', operations: serverOperations },
]

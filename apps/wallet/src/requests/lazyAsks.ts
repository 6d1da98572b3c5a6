// What is loaded lazily for transactions and calls, as one file: several files would be loaded at the same moment, and share most of
// their code.
export { askCalls } from './askCalls.ts'
export { askOperation } from './askOperation.ts'
export { askTransaction } from './askTransaction.ts'
export { askTurnOff } from './askTurnOff.ts'
export { listCapabilities } from './listCapabilities.ts'
export { listWalletAssets } from './listWalletAssets.ts'
export { readFromBundler } from './operations/readFromBundler.ts'
export { readCallsStatus } from './readCallsStatus.ts'

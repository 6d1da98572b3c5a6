export { announcesGarbage } from './announcesGarbage.ts'
export { announcesTwice, type SecondAnnouncement } from './announcesTwice.ts'
export { answersGarbage } from './answersGarbage.ts'
export { answersLate } from './answersLate.ts'
export { answersWithoutPromise } from './answersWithoutPromise.ts'
export { emitsGarbage } from './emitsGarbage.ts'
export { garbageAccounts } from './garbageAccounts.ts'
export { garbageChainIds } from './garbageChainIds.ts'
export { garbageDetails } from './garbageDetails.ts'
export { garbageErrors } from './garbageErrors.ts'
export { garbageEvents } from './garbageEvents.ts'
export { garbageSignatures } from './garbageSignatures.ts'
export { hostileIcons } from './hostileIcons.ts'
export { hostileNames } from './hostileNames.ts'
export {
  garbageSolanaAccounts,
  type HostileSolanaWallet,
  hostileSolanaWallet,
  hostileSolanaWallets,
} from './hostileSolanaWallets.ts'
export type { HostileOptions, HostileWallet } from './hostileWallet.ts'
export { hostileWallets } from './hostileWallets.ts'
export { lacksMembers } from './lacksMembers.ts'
export { liesAboutSwitching } from './liesAboutSwitching.ts'
export { namesItself } from './namesItself.ts'
export { neverAnswers } from './neverAnswers.ts'
export { stormsChains } from './stormsChains.ts'
export { throwsGarbage } from './throwsGarbage.ts'
export { throwsSynchronously } from './throwsSynchronously.ts'

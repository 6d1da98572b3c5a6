import { announcesGarbage } from './announcesGarbage.ts'
import { announcesTwice } from './announcesTwice.ts'
import { answersGarbage } from './answersGarbage.ts'
import { answersLate } from './answersLate.ts'
import { answersWithoutPromise } from './answersWithoutPromise.ts'
import { emitsGarbage } from './emitsGarbage.ts'
import { garbageAccounts } from './garbageAccounts.ts'
import { garbageChainIds } from './garbageChainIds.ts'
import { garbageDetails } from './garbageDetails.ts'
import { garbageErrors } from './garbageErrors.ts'
import { garbageSignatures } from './garbageSignatures.ts'
import { hostileIcons } from './hostileIcons.ts'
import { hostileNames } from './hostileNames.ts'
import type { HostileOptions, HostileWallet } from './hostileWallet.ts'
import { lacksMembers } from './lacksMembers.ts'
import { liesAboutSwitching } from './liesAboutSwitching.ts'
import { namesItself } from './namesItself.ts'
import { neverAnswers } from './neverAnswers.ts'
import { stormsChains } from './stormsChains.ts'
import { throwsGarbage } from './throwsGarbage.ts'
import { throwsSynchronously } from './throwsSynchronously.ts'

type Factory = (options?: HostileOptions | undefined) => HostileWallet

/**
 * All hostile wallets in all variants, by what they do, for tests that must pass with each of them.
 *
 * @example
 * import { hostileWallets } from '@portico/testkit/hostile'
 * import { test } from 'vitest'
 *
 * test.each(Object.entries(hostileWallets))('the page survives a wallet that %s', (_, createWallet) => {
 *   createWallet().announce()
 * })
 */
export const hostileWallets: Readonly<Record<string, Factory>> = {
  ...each(
    'answers eth_accounts with',
    garbageAccounts,
    (answer) => (options) => answersGarbage({ method: 'eth_accounts', answer, options }),
  ),
  ...each(
    'answers eth_requestAccounts with',
    garbageAccounts,
    (answer) => (options) => answersGarbage({ method: 'eth_requestAccounts', answer, options }),
  ),
  ...each(
    'answers eth_chainId with',
    garbageChainIds,
    (answer) => (options) => answersGarbage({ method: 'eth_chainId', answer, options }),
  ),
  ...each(
    'answers personal_sign with',
    garbageSignatures,
    (answer) => (options) => answersGarbage({ method: 'personal_sign', answer, options }),
  ),
  ...each('throws', garbageErrors, (thrown) => (options) => throwsGarbage({ thrown, options })),
  ...each(
    'announces a detail:',
    garbageDetails,
    (_, detail) => (options) => announcesGarbage({ detail, options }),
  ),
  ...each('has a name:', hostileNames, (name) => (options) => namesItself({ name, options })),
  ...each('has an icon:', hostileIcons, (icon) => (options) => namesItself({ icon, options })),
  'announces itself twice': (options) => announcesTwice({ changed: 'nothing', options }),
  'announces itself with another uuid': (options) => announcesTwice({ changed: 'uuid', options }),
  'announces itself with another icon': (options) => announcesTwice({ changed: 'icon', options }),
  'announces itself with another name': (options) => announcesTwice({ changed: 'name', options }),
  'announces itself with another rdns': (options) => announcesTwice({ changed: 'rdns', options }),
  'announces itself with another provider': (options) => announcesTwice({ changed: 'provider', options }),
  'never answers': (options) => neverAnswers({ options }),
  'never answers eth_requestAccounts': (options) => neverAnswers({ method: 'eth_requestAccounts', options }),
  'answers late': (options) => answersLate({ options }),
  'emits garbage': (options) => emitsGarbage({ options }),
  'storms its chains': (options) => stormsChains({ options }),
  'throws at once': (options) => throwsSynchronously({ options }),
  'answers with a value': (options) => answersWithoutPromise({ form: 'value', options }),
  'answers with a thenable': (options) => answersWithoutPromise({ form: 'thenable', options }),
  'has no on': (options) => lacksMembers({ options }),
  'has no request': (options) => lacksMembers({ members: ['request'], options }),
  'lies about switching': (options) => liesAboutSwitching({ options }),
}

function each<Value>(
  verb: string,
  collection: Readonly<Record<string, Value>>,
  create: (value: Value, name: string) => Factory,
): Record<string, Factory> {
  return Object.fromEntries(
    Object.entries(collection).map(([name, value]) => [`${verb} ${name}`, create(value, name)]),
  )
}

import { expect, test } from 'vitest'
import { permissionEnd } from './permissionEnd.ts'

test.each<[bigint | undefined, string]>([
  [1_800_000_000n, '2027-01-15 08:00 UTC'],
  [0n, 'a few seconds after it begins'],
  [undefined, 'never, unless you revoke it'],
  [253_402_300_800n, 'never, unless you revoke it'],
  // A contract may read the bytes of a negative number as a time in the far future.
  [-(2n ** 255n), 'never, unless you revoke it'],
])('behavior: %s', (until, text) => {
  expect(permissionEnd({ kind: 'erc20' }, until)).toBe(text)
})

import { describe, expect, test } from 'vitest'
import { isAllowedLicence } from './isAllowedLicence.mjs'

const allowed = new Set(['MIT', 'ISC', 'Apache-2.0'])

describe('isAllowedLicence', () => {
  test.each([
    'MIT',
    '(MIT)',
    'MIT OR GPL-3.0-only',
    'GPL-3.0-only OR MIT',
    'MIT AND ISC',
    '(GPL-3.0-only OR MIT) AND ISC',
    'GPL-3.0-only OR MIT AND ISC',
    '((MIT) OR (GPL-2.0 AND GPL-3.0))',
    'Apache-2.0 WITH LLVM-exception',
    'Apache-2.0+',
  ])('behavior: %s can be satisfied', (expression) => {
    expect(isAllowedLicence(expression, allowed)).toBe(true)
  })

  test.each([
    '',
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'GPL-3.0-only AND MIT OR BUSL-1.1',
    '(MIT OR GPL-3.0-only) AND BUSL-1.1',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    'MIT OR',
    '(MIT',
    'MIT)',
    'MIT ISC',
    'mit or isc',
  ])('error: "%s" cannot be satisfied', (expression) => {
    expect(isAllowedLicence(expression, allowed)).toBe(false)
  })
})

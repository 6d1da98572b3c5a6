import { expect, test } from 'vitest'
import { toBasicOptions } from './toBasicOptions.ts'

test('behavior: the options of the application have precedence', () => {
  expect(toBasicOptions({ projectId: 'p', networks: [] })).toEqual({
    projectId: 'p',
    networks: [],
    basic: true,
    features: { email: false, socials: false },
  })
  expect(
    toBasicOptions({ projectId: 'p', networks: [], basic: false, features: { email: true } }),
  ).toMatchObject({
    basic: false,
    features: { email: true, socials: false },
  })
})

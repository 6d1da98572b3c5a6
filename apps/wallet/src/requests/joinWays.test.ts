import { expect, test } from 'vitest'
import type { Description, Warning } from '../approve/Description.ts'
import { joinWays } from './joinWays.ts'

const describe = (warnings: Warning[]): Description => ({
  name: 'transaction',
  title: 'Send',
  facts: [],
  details: [],
  raw: '0x',
  warnings,
  risk: 'medium',
})

test('behavior: a warning about one way to pay says which', () => {
  const each: Warning = { level: 'note', text: 'Both.' }
  const joined = joinWays([
    {
      label: 'Pay with ETH',
      fee: { label: 'Fee, at most', value: '0.1 ETH' },
      cost: 'at most 0.1 ETH',
      description: describe([each]),
    },
    {
      label: 'Pay with DUSD',
      fee: { label: 'Fee', value: '0.05 DUSD' },
      cost: '0.05 DUSD',
      description: describe([
        each,
        { level: 'note', text: 'Turns on features.' },
        { level: 'danger', text: 'The fee is high.' },
      ]),
    },
  ])
  expect(joined.warnings).toEqual([
    { level: 'danger', text: 'Pay with DUSD: The fee is high.' },
    each,
    { level: 'note', text: 'Pay with DUSD: Turns on features.' },
  ])
  expect(joined.payments).toEqual([
    { label: 'Pay with ETH', value: 'at most 0.1 ETH' },
    { label: 'Pay with DUSD', value: '0.05 DUSD' },
  ])
})

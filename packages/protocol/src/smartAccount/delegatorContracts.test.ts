import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { expect, test } from 'vitest'
import { delegatorContracts, enforcerContracts } from './index.ts'

test('behavior: the addresses are the published ones on every network of version 1.3.0', () => {
  const { EIP7702StatelessDeleGator, ...others } = delegatorContracts
  const wanted = { ...others, ...enforcerContracts, EIP7702StatelessDeleGatorImpl: EIP7702StatelessDeleGator }
  const published = Object.values(DELEGATOR_CONTRACTS['1.3.0'] ?? {})
  expect(published.length).toBeGreaterThan(40)
  for (const addresses of published) expect(addresses).toMatchObject(wanted)
})

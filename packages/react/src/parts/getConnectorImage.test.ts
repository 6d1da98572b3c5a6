import { testKit } from '@portico/core/testing'
import { expect, onTestFinished, test } from 'vitest'
import { getConnectorImage } from './getConnectorImage.ts'

const wallet = { id: 'Poly', rdns: 'io.poly', icon: 'own' }

test.each<[string, Record<string, string>, string]>([
  ['the ID', { Poly: 'by ID' }, 'by ID'],
  ['the reverse domain name', { 'io.poly': 'by rdns' }, 'by rdns'],
  ['the ID before the reverse domain name', { 'io.poly': 'by rdns', Poly: 'by ID' }, 'by ID'],
  ['neither', { other: 'of another' }, 'own'],
])('param: connectorImages with %s', (_, connectorImages, expected) => {
  const { kit } = testKit({ connectorImages })
  onTestFinished(() => kit.destroy())
  expect(getConnectorImage(kit.store.getState(), wallet)).toBe(expected)
})

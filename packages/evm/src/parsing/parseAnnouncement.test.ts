import { describe, expect, test } from 'vitest'
import { parseAnnouncement } from './parseAnnouncement.ts'
import { throwingProxy } from './testing/throwingProxy.ts'

describe('parseAnnouncement', () => {
  const provider = { request: () => undefined }
  const info = { uuid: 'u', name: 'Dev', icon: '', rdns: 'dev.wallet' }

  test('behavior: the ID is the rdns, or derived from the name', () => {
    expect(parseAnnouncement({ info, provider })).toEqual({
      id: 'dev.wallet',
      uuid: 'u',
      name: 'Dev',
      icon: undefined,
      rdns: 'dev.wallet',
      provider,
    })
    const odd = parseAnnouncement({ info: { ...info, rdns: '<b>' }, provider })
    expect([odd?.id, odd?.rdns]).toEqual(['announced:dev', undefined])
  })

  test.each([
    ['no name', { info: { ...info, name: ' \u200b' }, provider }],
    ['a long rdns', { info: { ...info, rdns: 'a.'.repeat(100) }, provider }],
    ['a long uuid', { info: { ...info, uuid: 'a'.repeat(200) }, provider }],
    ['a provider that throws', { info, provider: throwingProxy() }],
    ['nothing', undefined],
  ])('error: %s', (_, detail) => {
    expect(parseAnnouncement(detail)).toBeUndefined()
  })
})

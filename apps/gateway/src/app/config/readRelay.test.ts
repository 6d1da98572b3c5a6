import { ConfigError } from '@portico/server/process'
import { describe, expect, test } from 'vitest'
import { defaultMailboxLimits } from '../../modules/relay/mailbox/defaultMailboxLimits.ts'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

describe('readRelay', () => {
  test('behavior: by default the hosts are those of PUBLIC_URLS, locally localhost', () => {
    expect(readConfig({}).relay).toEqual({
      hosts: ['localhost:4401', '127.0.0.1:4401'],
      mailbox: defaultMailboxLimits,
    })
    expect(readConfig({ PUBLIC_URLS: 'https://gateway.example' }).relay.hosts).toEqual(['gateway.example'])
  })

  test('error: in production without a host, `--check` says that the relay accepts no clients', () => {
    expect(readConfig({ NODE_ENV: 'production' }).relay.hosts).toEqual([])
    const warning = 'PUBLIC_URLS and RELAY_HOSTS are not set: the relay accepts no clients.'
    expect(checkConfig({ NODE_ENV: 'production' }).text).toContain(warning)
    expect(checkConfig({ NODE_ENV: 'production', RELAY_HOSTS: 'relay.example' }).text).not.toContain(warning)
  })

  test('param: RELAY_HOSTS adds further hosts', () => {
    const hosts = (RELAY_HOSTS: string) =>
      readConfig({ PUBLIC_URLS: 'https://gateway.example', RELAY_HOSTS }).relay.hosts
    expect(hosts('relay.example, wc.example:8443')).toEqual([
      'gateway.example',
      'relay.example',
      'wc.example:8443',
    ])
    for (const invalid of ['https://relay.example', 'relay.example/path', 'a@relay.example', '*'])
      expect(() => hosts(invalid)).toThrow(ConfigError)
  })

  test.each([
    ['RELAY_ADDRESS_MESSAGES', 'address', 'messages', 7],
    ['RELAY_ADDRESS_MB', 'address', 'bytes', 7 * 1024 * 1024],
    ['RELAY_PROJECT_MESSAGES', 'project', 'messages', 7],
    ['RELAY_PROJECT_MB', 'project', 'bytes', 7 * 1024 * 1024],
    ['RELAY_TOTAL_MESSAGES', 'total', 'messages', 7],
    ['RELAY_TOTAL_MB', 'total', 'bytes', 7 * 1024 * 1024],
  ] as const)('param: %s; 0 = no limit', (variable, scope, unit, expected) => {
    const read = (value: string) => readConfig({ [variable]: value }).relay.mailbox
    expect(read('7')).toEqual({
      ...defaultMailboxLimits,
      [scope]: { ...defaultMailboxLimits[scope], [unit]: expected },
    })
    expect(read('0')[scope][unit]).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => read('some')).toThrow(ConfigError)
  })

  test('param: RELAY_UNSUBSCRIBED_SECONDS', () => {
    expect(readConfig({ RELAY_UNSUBSCRIBED_SECONDS: '60' }).relay.mailbox.unsubscribedMs).toBe(60_000)
  })
})

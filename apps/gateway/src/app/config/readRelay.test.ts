import { ConfigError } from '@portico/server/process'
import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

describe('readRelay', () => {
  test('behavior: by default the hosts are those of PUBLIC_URLS, locally localhost', () => {
    expect(readConfig({}).relay.hosts).toEqual(['localhost:4401', '127.0.0.1:4401'])
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
})

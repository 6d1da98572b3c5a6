import { createLog } from '@portico/server'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test, vi } from 'vitest'
import { createSafeFetch } from '../infra/egress/createSafeFetch.ts'
import { createFakeHeads } from '../testing/createFakeHeads.ts'
import { readConfig } from './config/readConfig.ts'
import { createServices } from './createServices.ts'

describe('createServices', () => {
  test('error: what was created is closed if a later step fails', async () => {
    const heads = createFakeHeads()
    const closed: string[] = []
    vi.spyOn(heads, 'close').mockImplementation(() => void closed.push('heads'))
    const names = ['downloads', 'lookups', 'paymasters']
    const makeSafeFetch = () => {
      const name = names.shift() ?? ''
      return { ...createSafeFetch({}), close: () => void closed.push(name) }
    }
    const config = readConfig({
      PORTICO_DATA_DIR: tempFolder(),
      RPC_URLS: '{"eip155:31337":["http://127.0.0.1:1"]}',
      CATALOGUE_DIR: '/nonexistent',
      WALLET_KEK_FILE: '/nonexistent/keks.json',
      WALLET_KEYS_FILE: '/nonexistent/keys.json',
    })
    const created = createServices({
      config,
      log: createLog({ level: 'silent' }),
      makeHeads: () => heads,
      makeSafeFetch,
    })
    // Not a SuppressedError: closing must not hide why the start failed.
    await expect(created).rejects.toThrow('/nonexistent/keys.json')
    expect(closed).toEqual(['paymasters', 'lookups', 'heads', 'downloads'])
  })
})

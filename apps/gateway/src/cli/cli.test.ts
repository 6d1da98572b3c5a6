import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

/** Commands of one operator, with a data folder of their own. */
function operator(more: Record<string, string> = {}) {
  const env = { PORTICO_DATA_DIR: tempFolder(), NODE_ENV: 'production', ...more }
  return async (...args: string[]) => {
    const said: string[] = []
    const say = (text: string) => void said.push(text)
    const code = await runCli({ args, env, readConfig, print: say, complain: say })
    return { code, text: said.join('\n') }
  }
}

describe('gateway project', () => {
  test('behavior: add, show, set, list, remove', async () => {
    const run = operator()
    const added = await run('project', 'add', '--name', 'Shop', '--origin', 'https://shop.example', '--json')
    expect(added.code).toBe(0)
    const { id } = JSON.parse(added.text)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect((await run('project', 'show', id)).text).toBe(
      [
        `id       ${id}`,
        'name     Shop',
        'origins  https://shop.example',
        'limit    that of the gateway',
        'features []',
      ].join('\n'),
    )
    await run(
      'project',
      'set',
      id,
      '--units-per-minute',
      '500',
      '--origin',
      'https://a.example',
      '--origin',
      '*',
    )
    const { text } = await run('project', 'list', '--json')
    expect(JSON.parse(text).projects).toMatchObject([
      {
        id,
        name: 'Shop',
        allowedOrigins: ['https://a.example', '*'],
        unitsPerMinute: 500,
        source: 'database',
      },
    ])
    expect(await run('project', 'remove', id)).toMatchObject({ code: 0 })
    expect(await run('project', 'list')).toEqual({ code: 0, text: 'There are no projects.' })
  })

  test('behavior: a key is shown once, and only its id afterwards', async () => {
    const run = operator()
    await run('project', 'add', '--id', 'shop', '--name', 'Shop')
    const { key, id } = JSON.parse((await run('project', 'key', 'add', 'shop', '--json')).text)
    expect(key).toMatch(/^sk_[\w-]{43}$/)
    const { text } = await run('project', 'key', 'list', 'shop')
    expect(text).toMatch(new RegExp(`^${id}  made `))
    expect(text).not.toContain(key)
    expect((await run('project', 'key', 'remove', 'shop', id)).code).toBe(0)
    expect(await run('project', 'key', 'remove', 'shop', id)).toEqual({
      code: 1,
      text: `"shop" has no key "${id}".`,
    })
  })

  test('behavior: the environment wins, and says so', async () => {
    const run = operator({ PROJECTS: '{"shop":{"name":"Fixed","allowedOrigins":[]}}' })
    expect(await run('project', 'add', '--id', 'shop', '--name', 'Shop')).toEqual({
      code: 1,
      text: 'PROJECTS has a project "shop", which would win: choose another id.',
    })
    expect((await run('project', 'list')).text).toMatch(/^shop +environment +Fixed$/)
  })

  test.each([
    [['project', 'show', 'none'], 1, /^There is no project "none" in the database\.$/],
    [['project', 'add'], 2, /^The project is not valid: name .*\n\nnpm run gateway -- project add/],
    [['project', 'add', '--name', 'A', '--origin', 'a.example'], 2, /must be an origin such as/],
    [['project', 'add', '--name', 'A', '--units-per-minute', 'x'], 2, /unitsPerMinute/],
    [['project', 'add', '--colour', 'red'], 2, /--colour/],
    [['project', 'paint'], 2, /There is no "project paint"/],
    [['project'], 2, /What about projects\?/],
    [['paint'], 2, /^There is no command "paint"\.\n\nnpm run gateway {2}/],
    [['backup'], 2, /Name one file/],
    [['backup', 'f'], 2, /Set BACKUP_PASSPHRASE/],
  ])('error: %j', async (args, code, text) => {
    const result = await operator()(...args)
    expect(result.code).toBe(code)
    expect(result.text).toMatch(text)
  })
})

describe('gateway keys', () => {
  test('behavior: secrets of embedded wallets are made, changed, and the old key goes when nothing is under it', async () => {
    const run = operator({ NODE_ENV: '' })
    const made = JSON.parse((await run('keys', 'wallet', '--json')).text)
    expect(made).toMatchObject({ keys: [made.primary], signing: [expect.stringMatching(/^[\w-]{43}$/)] })
    const rotated = JSON.parse((await run('keys', 'rotate', '--json')).text)
    expect(rotated).toEqual({ primary: expect.not.stringMatching(made.primary), done: 0, left: 0 })
    expect(await run('keys', 'drop', rotated.primary)).toMatchObject({ code: 1 })
    expect(await run('keys', 'drop', made.primary)).toEqual({ code: 0, text: `${made.primary} is gone.` })
    expect(JSON.parse((await run('keys', 'wallet', '--json')).text)).toMatchObject({
      keys: [rotated.primary],
    })
    const { prepared } = JSON.parse((await run('keys', 'add', '--json')).text)
    expect(JSON.parse((await run('keys', 'wallet', '--json')).text).primary).toBe(rotated.primary)
    expect(JSON.parse((await run('keys', 'rotate', '--json')).text).primary).toBe(prepared)
    expect(JSON.parse((await run('keys', 'rewrap', '--json')).text)).toEqual({
      primary: prepared,
      done: 0,
      left: 0,
    })
    expect((await run('keys', 'audit')).text).toMatch(/^0 rows, all as they were written\.\nhead 0 0{64}$/)
  })

  test.each([
    [['keys', 'paint'], 2, /There is no `keys paint`/],
    [['keys', 'drop'], 2, /takes the id of one key/],
  ])('error: %j', async (args, code, text) => {
    const result = await operator({ NODE_ENV: '' })(...args)
    expect([result.code, result.text]).toEqual([code, expect.stringMatching(text)])
  })

  test('error: a gateway that keeps no wallets', async () => {
    expect(await operator()('keys', 'rotate')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/keeps no embedded wallets/),
    })
  })
})

describe('gateway migrate', () => {
  test('behavior: --check says what is missing and changes nothing', async () => {
    const run = operator()
    const first = await run('migrate', '--check')
    expect(first.code).toBe(1)
    expect(first.text).toMatch(/^Missing: 001-sign-in, /)
    expect((await run('migrate')).text).toMatch(/^Applied: 001-sign-in, /)
    expect(await run('migrate', '--check')).toEqual({ code: 0, text: 'The tables are up to date.' })
    expect(await run('migrate', '--json')).toEqual({ code: 0, text: '{"applied":[]}' })
  })
})

describe('gateway backup and restore', () => {
  test('behavior: the restore drill', async () => {
    const BACKUP_PASSPHRASE = 'correct horse battery'
    const run = operator({ BACKUP_PASSPHRASE })
    await run('project', 'add', '--id', 'shop', '--name', 'Shop')
    const file = join(tempFolder(), 'gateway.backup')
    // Without keys it would not be whole.
    expect((await run('backup', file)).code).toBe(1)
    const { file: made, session } = JSON.parse((await run('keys', '--json')).text)
    expect(session).toHaveLength(1)
    expect(await run('backup', file)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/ rows and the keys\.$/),
    })

    expect(await operator({ BACKUP_PASSPHRASE: 'wrong horse battery' })('restore', file)).toMatchObject({
      code: 1,
    })
    const restored = operator({ BACKUP_PASSPHRASE })
    expect(await restored('restore', file)).toMatchObject({ code: 0 })
    expect((await restored('keys')).text).toContain(session[0])
    expect((await operator({ KEYS_FILE: made })('keys')).text).toBe(`${made}\n${session[0]}`)
    expect((await restored('project', 'show', 'shop')).text).toContain('name     Shop')
    expect(await restored('restore', file)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/not empty/),
    })
  })
})

describe('gateway help', () => {
  test.each([[['help']], [['--help']], [['help', 'project']], [['backup', '--help']]])(
    'behavior: %j',
    async (args) => {
      const { code, text } = await operator()(...args)
      expect(code).toBe(0)
      expect(text).toContain('npm run gateway')
    },
  )
})

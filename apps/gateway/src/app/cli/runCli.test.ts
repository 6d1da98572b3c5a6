import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

/** Creates a function that runs commands with a new data folder. */
function createCli(more: Record<string, string> = {}) {
  const env = { PORTICO_DATA_DIR: tempFolder(), NODE_ENV: 'production', ...more }
  return async (...args: string[]) => {
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    const code = await runCli({ args, env, readConfig, print, printError: print })
    return { code, text: lines.join('\n') }
  }
}

describe('gateway project', () => {
  test('behavior: add, show, set, list, remove', async () => {
    const run = createCli()
    const added = await run('project', 'add', '--name', 'Shop', '--origin', 'https://shop.example', '--json')
    expect(added.code).toBe(0)
    const { id } = JSON.parse(added.text)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect((await run('project', 'show', id)).text).toBe(
      [
        `id       ${id}`,
        'name     Shop',
        'origins  https://shop.example',
        "limit    the gateway's default",
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
    const { text: reset } = await run('project', 'set', id, '--units-per-minute', 'default')
    expect(reset).toContain("limit    the gateway's default")
    expect((await run('project', 'show', id)).text).toBe(reset)
    expect(await run('project', 'remove', id)).toMatchObject({ code: 0 })
    expect(await run('project', 'list')).toEqual({ code: 0, text: 'There are no projects.' })
  })

  test('behavior: shows a key once, and only its ID afterwards', async () => {
    const run = createCli()
    const add = await run('project', 'add', '--id', 'shop', '--name', 'Shop')
    expect(add.text).toMatch(/\nApplied \d+ pending migrations to the database first\.$/)
    const { key, id } = JSON.parse((await run('project', 'key', 'add', 'shop', '--json')).text)
    expect(key).toMatch(/^sk_[\w-]{43}$/)
    const { text } = await run('project', 'key', 'list', 'shop')
    expect(text).toMatch(new RegExp(`^${id}  created `))
    expect(text).not.toContain(key)
    expect((await run('project', 'key', 'remove', 'shop', id)).code).toBe(0)
    expect(await run('project', 'key', 'remove', 'shop', id)).toEqual({
      code: 1,
      text: `"shop" has no key "${id}".`,
    })
  })

  test('behavior: PROJECTS takes precedence over the database', async () => {
    const run = createCli({ PROJECTS: '{"shop":{"name":"Fixed","allowedOrigins":[]}}' })
    expect(await run('project', 'add', '--id', 'shop', '--name', 'Shop')).toEqual({
      code: 1,
      text: 'PROJECTS already has a project "shop", which takes precedence. Choose another ID.',
    })
    expect((await run('project', 'list')).text).toMatch(/^shop +environment +Fixed$/)
    expect(await run('project', 'key', 'add', 'shop')).toEqual({
      code: 1,
      text: 'The project "shop" is in PROJECTS: change it there. Only projects of `project add` can have secret keys.',
    })
  })

  test.each([
    [['project', 'show', 'none'], 1, /^There is no project "none" in the database\.$/],
    [['project', 'add'], 2, /^The project is not valid: name .*\n\nnpm run gateway -- project add/],
    [['project', 'add', '--name', 'A', '--origin', 'a.example'], 2, /must be an origin such as/],
    [['project', 'add', '--name', 'A', '--units-per-minute', 'x'], 2, /unitsPerMinute/],
    [['project', 'add', '--colour', 'red'], 2, /--colour/],
    [['project', 'paint'], 2, /Unknown subcommand "project paint"/],
    [['project'], 2, /Name a subcommand, such as `project list`/],
    [['paint'], 2, /^There is no command "paint"\.\n\nnpm run gateway {2}/],
    [['backup'], 2, /Give the path of one file/],
    [['backup', 'f'], 2, /Set BACKUP_PASSPHRASE/],
  ])('error: %j', async (args, code, text) => {
    const result = await createCli()(...args)
    expect(result.code).toBe(code)
    expect(result.text).toMatch(text)
  })
})

describe('gateway keys', () => {
  test('behavior: init creates keys.json, init --shared creates KEYS_FILE, and both leave an existing file', async () => {
    const own = createCli()
    const { text } = await own('keys', 'init')
    expect((await own('keys')).text).toBe(text)
    const KEYS_FILE = join(tempFolder(), 'shared', 'keys.json')
    const shared = createCli({ KEYS_FILE })
    expect(await shared('keys')).toMatchObject({
      code: 1,
      text: expect.stringContaining('keys init --shared'),
    })
    const made = await shared('keys', 'init', '--shared')
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining(KEYS_FILE) })
    expect(await createCli({ KEYS_FILE })('keys', 'init', '--shared')).toEqual(made)
    expect((await shared('keys', 'init')).code).toBe(2)
    expect((await own('keys', 'init', '--shared')).code).toBe(2)
    expect((await own('keys', '--shared')).code).toBe(2)
  })

  test('behavior: session adds, promotes and drops a key', async () => {
    const run = createCli()
    const { session } = JSON.parse((await run('keys', 'init', '--json')).text)
    const { prepared } = JSON.parse((await run('keys', 'session', 'add', '--json')).text)
    expect((await run('keys', 'session', 'promote')).text).toContain(`The key ${prepared} signs.`)
    expect(JSON.parse((await run('keys', '--json')).text).session).toEqual([prepared, ...session])
    expect(await run('keys', 'session', 'drop', ...session)).toMatchObject({ code: 1 })
    expect(await run('keys', 'session', 'drop', ...session, '--force')).toMatchObject({ code: 0 })
    for (const wrong of [[], ['drop'], ['add', 'x'], ['promote', 'x', 'y'], ['turn'], ['add', '--force']])
      expect(await run('keys', 'session', ...wrong)).toMatchObject({ code: 2 })
    expect(await run('keys', '--force')).toMatchObject({ code: 2 })
  })

  test('error: says what is wrong with the configuration', async () => {
    const { code, text } = await createCli({ RPC_URLS: 'no JSON' })('keys')
    expect([code, text]).toEqual([1, expect.stringMatching(/not valid\.[\s\S]+RPC_URLS/)])
  })

  test('error: files of embedded wallets that do not exist', async () => {
    const run = createCli({ WALLET_KEK_FILE: join(tempFolder(), 'kek.json'), NODE_ENV: '' })
    expect(await run('keys', 'rewrap')).toMatchObject({
      code: 1,
      text: expect.stringContaining('`npm run gateway -- keys wallet`'),
    })
  })

  test('behavior: creates and rotates the keys of embedded wallets, and drops an old key that wraps nothing', async () => {
    const run = createCli({ NODE_ENV: '' })
    const created = JSON.parse((await run('keys', 'wallet', '--json')).text)
    expect(created).toMatchObject({
      keys: [created.primary],
      signing: [expect.stringMatching(/^[\w-]{43}$/)],
    })
    const rotated = JSON.parse((await run('keys', 'rotate', '--json')).text)
    expect(rotated).toEqual({ primary: expect.not.stringMatching(created.primary), done: 0, left: 0 })
    expect(await run('keys', 'drop', rotated.primary)).toMatchObject({ code: 1 })
    expect(await run('keys', 'drop', created.primary)).toEqual({
      code: 0,
      text: `Removed the key ${created.primary}.`,
    })
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
    expect((await run('keys', 'audit')).text).toMatch(/^Verified 0 rows: none was changed\.\nhead 0 0{64}$/)
  })

  test.each([
    [['keys', 'paint'], 2, /Unknown subcommand "keys paint"/],
    [['keys', 'drop'], 2, /takes the id of one key/],
  ])('error: %j', async (args, code, text) => {
    const result = await createCli({ NODE_ENV: '' })(...args)
    expect([result.code, result.text]).toEqual([code, expect.stringMatching(text)])
  })

  test('error: embedded wallets are off', async () => {
    expect(await createCli()('keys', 'rotate')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/Embedded wallets are off/),
    })
  })
})

describe('gateway migrate', () => {
  test('behavior: --check lists the pending migrations and changes nothing', async () => {
    const run = createCli()
    const first = await run('migrate', '--check')
    expect(first.code).toBe(1)
    expect(first.text).toMatch(/^Pending: 001-sign-in, /)
    expect((await run('migrate')).text).toMatch(/^Applied: 001-sign-in, /)
    expect(await run('migrate', '--check')).toEqual({ code: 0, text: 'No migrations are pending.' })
    expect(await run('migrate', '--json')).toEqual({ code: 0, text: '{"applied":[]}' })
  })
})

describe('gateway backup and restore', () => {
  test('behavior: a backup can be restored into an empty database, and only there', async () => {
    const BACKUP_PASSPHRASE = 'correct horse battery'
    const run = createCli({ BACKUP_PASSPHRASE })
    await run('project', 'add', '--id', 'shop', '--name', 'Shop')
    const file = join(tempFolder(), 'gateway.backup')
    // Fails without a key file, because the backup would lack the keys.
    expect((await run('backup', file)).code).toBe(1)
    const { file: made, session } = JSON.parse((await run('keys', '--json')).text)
    expect(session).toHaveLength(1)
    expect(await run('backup', join(tempFolder(), 'none/gateway.backup'))).toMatchObject({
      code: 1,
      text: expect.stringMatching(/\/none\/\S+ cannot be used: there is no such file or folder\.$/),
    })
    expect(await run('backup', file)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Wrote \d+ rows and the keys to /),
    })

    expect(await createCli({ BACKUP_PASSPHRASE: 'wrong horse battery' })('restore', file)).toMatchObject({
      code: 1,
    })
    const restored = createCli({ BACKUP_PASSPHRASE })
    expect(await restored('restore', file)).toMatchObject({ code: 0 })
    expect((await restored('keys')).text).toContain(session[0])
    expect((await createCli({ KEYS_FILE: made })('keys')).text).toBe(`${made}\n${session[0]}`)
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
      const { code, text } = await createCli()(...args)
      expect(code).toBe(0)
      expect(text).toContain('npm run gateway')
    },
  )
})

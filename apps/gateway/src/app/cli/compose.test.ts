import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

const file = readFileSync(join(import.meta.dirname, '../../../../../deploy/compose.yaml'), 'utf8')

/** Reads what compose.yaml says about one service, without the parts that all have in common. */
function readService(name: string) {
  const [, text = ''] = new RegExp(`^  ${name}:\\n((?:    .*\\n)+)`, 'm').exec(file) ?? []
  const [, command = ''] = /^ {4}command: \[(.*)\]$/m.exec(text) ?? []
  const keys = /^ {4}volumes: .*"keys:\/keys"|^ {6}- keys:\/keys$/m.test(text) ? 'writable' : 'read-only'
  const dependencies = [...text.matchAll(/^ {6}(\w+): \{ condition/gm)].map(([, other]) => other)
  return { command: command.split(', '), keys, dependencies }
}

/** Runs commands as the containers would, on folders in place of the volumes and SQLite in place of PostgreSQL. */
function createMachine({ keys = tempFolder(), backup = tempFolder() } = {}) {
  const env = {
    NODE_ENV: 'production',
    PORTICO_DATA_DIR: tempFolder(),
    KEYS_FILE: join(keys, 'gateway/keys.json'),
    BACKUP_PASSPHRASE: 'correct horse battery',
  }
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const print = (text: string) => void lines.push(text)
    const code = await runCli({ args, env, readConfig, print, printError: print })
    return { code, text: lines.join('\n') }
  }
  return { keys, backup, run }
}

describe('compose.yaml', () => {
  test('behavior: a backup of one machine is restored on another, before its first start', async () => {
    const first = readService('keys')
    const admin = readService('admin')
    expect(first).toEqual({ command: ['keys', 'init', '--shared'], keys: 'writable', dependencies: [] })
    // The commands of `admin` must not start `keys`, which would make new keys before the old ones are restored.
    expect(admin).toMatchObject({ keys: 'writable', dependencies: ['postgres'] })

    const old = createMachine()
    const made = await old.run(...first.command)
    expect(made.code).toBe(0)
    expect(await old.run('project', 'add', '--id', 'shop', '--name', 'Shop')).toMatchObject({ code: 0 })
    const path = join(old.backup, 'today.portico')
    expect(await old.run('backup', path)).toMatchObject({ code: 0 })

    const next = createMachine({ backup: old.backup })
    expect((await next.run('keys')).text).toContain('npm run gateway -- keys init --shared')
    expect(await next.run('restore', path)).toMatchObject({ code: 0 })
    // `up` runs the service `keys`, which leaves restored keys as they are.
    const kept = await next.run(...first.command)
    expect(kept.text.split('\n').slice(1)).toEqual(made.text.split('\n').slice(1))
    expect((await next.run('project', 'list')).text).toContain('shop')
  })

  test('error: restoring over keys that were made before', async () => {
    const old = createMachine()
    await old.run('keys', 'init', '--shared')
    const path = join(old.backup, 'today.portico')
    await old.run('migrate')
    await old.run('backup', path)
    const next = createMachine()
    await next.run('keys', 'init', '--shared')
    expect(await next.run('restore', path)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Move that file away'),
    })
    rmSync(join(next.keys, 'gateway/keys.json'))
    expect(await next.run('restore', path)).toMatchObject({ code: 0 })
  })
})

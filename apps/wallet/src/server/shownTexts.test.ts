import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashMessage } from '@portico/server/translations'
import { beforeEach, describe, expect, test } from 'vitest'
import { shownTexts } from './shownTexts.ts'

const english = {
  approve: { 'approve.send': 'Send', 'approve.to': 'To {name}' },
  login: { 'login.code': 'Code', 'login.new': 'New' },
  manage: { 'manage.key': 'Key' },
}
const approve = { 'approve.send': 'Senden', 'approve.to': 'An {name}' }
const translation = (message: string, text: string, reviews: number) => ({
  english: hashMessage(message),
  text: hashMessage(text),
  reviews,
})
const status = {
  'approve.send': translation('Send', 'Senden', 2),
  'approve.to': translation('To {name}', 'An {name}', 2),
  'login.code': translation('Code', 'Code', 1),
  'manage.key': translation('Keys', 'Schlüssel', 1),
}
let folder = ''

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'portico-shown-')), 'locales')
})

function write(tag: string, files: Record<string, object>): void {
  mkdirSync(join(folder, tag), { recursive: true })
  const all = { approve, login: { 'login.code': 'Code' }, manage: { 'manage.key': 'Schlüssel' }, ...files }
  for (const [name, content] of Object.entries(all))
    writeFileSync(join(folder, tag, `${name}.json`), JSON.stringify(content))
}

async function load(id: string): Promise<string> {
  const { load: hook } = shownTexts({ folder, english: async () => english })
  if (typeof hook !== 'function') throw new TypeError('The plugin has no such function.')
  return `${await Reflect.apply(hook, undefined, [id])}`
}

describe('shownTexts', () => {
  test('behavior: a language has the groups with texts of today’s English that enough people have read', async () => {
    write('de', { meta: status })
    write('fr', { meta: { ...status, 'approve.to': translation('To {name}', 'An {name}', 1) } })
    write('ja', { meta: {} })
    expect(await load('/src/language/shownGroups.ts?own=index')).toBe(
      'export const shownGroups = {"de":["approve","login"],"fr":["login"]}',
    )
    expect(JSON.parse(await load(join(folder, 'de/approve.json')))).toEqual(approve)
    expect(JSON.parse(await load(join(folder, 'fr/approve.json')))).toEqual({})
    expect(JSON.parse(await load(join(folder, 'de/login.json')))).toEqual({ 'login.code': 'Code' })
    expect(JSON.parse(await load(join(folder, 'de/manage.json')))).toEqual({})
  })

  test('attack: a request is never in two languages: one text that is missing makes all of them English', async () => {
    write('de', { meta: status, approve: { 'approve.send': 'Senden' } })
    expect(JSON.parse(await load(join(folder, 'de/approve.json')))).toEqual({})
    expect(await load('/src/language/shownGroups.ts')).toBe('export const shownGroups = {"de":["login"]}')
  })

  test('behavior: other files are left to the bundler', async () => {
    expect(await load('/src/language/language.ts')).toBe('null')
    expect(await load('/elsewhere/locales/de/login.json')).toBe('null')
  })
})

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashMessage } from '../../packages/server/src/translations/index.ts'
import { textsAsDefault } from './textsAsDefault.mjs'

test('behavior: a file has the texts of today’s English that a second reader has compared, as its default', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'portico-texts-')), 'locales')
  const file = join(folder, 'de', 'card.json')
  mkdirSync(join(folder, 'de'), { recursive: true })
  writeFileSync(file, JSON.stringify({ a: 'Senden', b: 'Tauschen', c: 'Kaufen', old: 'Alt' }))
  const statusOf = (english, text, reviews) => ({
    english: hashMessage(english),
    text: hashMessage(text),
    reviews,
  })
  const status = {
    a: statusOf('Send', 'Senden', 1),
    b: statusOf('Swap', 'Tauschen', 0),
    c: statusOf('Purchase', 'Kaufen', 1),
  }
  writeFileSync(join(folder, 'de', 'meta.json'), JSON.stringify(status))
  const groups = { card: { english: { a: 'Send', b: 'Swap', c: 'Buy' }, readers: 1 } }
  const { load } = textsAsDefault({ folder, groups })
  expect(load.filter.id.test(file)).toBe(true)
  expect(load.handler(file)).toEqual({ code: 'export default {"a":"Senden"}', moduleType: 'js' })
})

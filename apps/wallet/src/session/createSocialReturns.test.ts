import { beforeEach, describe, expect, test } from 'vitest'
import { createSocialReturns } from './createSocialReturns.ts'
import { memoryStorage } from './memoryStorage.ts'

const site = 'https://wallet.example'
const uri = `${site}/social?result=${'h'.repeat(43)}`
const login = { provider: 'google' as const, tx: 'tx_1', introductionId: 'i', startedAt: 0 }

let time = 0
let storage = memoryStorage()
beforeEach(() => {
  time = 0
  storage = memoryStorage()
})
/** The frame in a page of this origin, after the tab came back. */
const open = (origin = 'https://shop.example') =>
  createSocialReturns({ storage, origin, site, now: () => time })

describe('createSocialReturns', () => {
  test('behavior: a later frame of the same page reads the login', async () => {
    await open().write(login)
    expect(await open().read(uri)).toEqual({ stored: login, handle: 'h'.repeat(43) })
    await open().remove()
    expect(await open().read(uri)).toBeUndefined()
  })

  test('error: another page of the same site', async () => {
    await open().write(login)
    expect(await open('https://blog.shop.example').read(uri)).toBeUndefined()
    expect(await open('http://shop.example').read(uri)).toBeUndefined()
  })

  test('error: after an hour', async () => {
    await open().write(login)
    time = 3_600_001
    expect(await open().read(uri)).toBeUndefined()
  })

  test.each([
    '',
    uri.slice(0, -1),
    `${uri}h`,
    uri.replace(site, 'https://evil.example'),
    `${site}/social?result=tx_1`,
  ])('error: the URI "%s"', async (wrong) => {
    await open().write(login)
    expect(await open().read(wrong)).toBeUndefined()
  })

  test('error: no login, or something else in its place', async () => {
    expect(await open().read(uri)).toBeUndefined()
    await storage.write('social-return:https://shop.example', { provider: 'evil', tx: 1 })
    expect(await open().read(uri)).toBeUndefined()
  })
})

import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { createWalletGateway } from '../../testing/createWalletGateway.ts'
import { readConfig } from '../config/readConfig.ts'
import { runCli } from './runCli.ts'

describe('gateway keys', () => {
  test('behavior: rotates the key of real shares while the gateway runs, which returns them all the time', async () => {
    const env = { PORTICO_DATA_DIR: tempFolder() }
    const run = async (...args: string[]) => {
      const lines: string[] = []
      const print = (text: string) => void lines.push(text)
      const code = await runCli({ args, env, readConfig, print, printError: print })
      return { code, text: lines.join('\n') }
    }
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).text)

    const { device } = await createWalletGateway({ env })
    const one = await device()
    await one.login()
    const wallet = await one.makeWallet()
    const at = (slotId: string) => `/wallet/v1/wallets/${wallet.walletId}/slots/${slotId}/share`
    const readShares = async () => {
      for (const { slotId, share } of wallet.slots)
        expect(await (await one.call('POST', at(slotId), { body: {} })).json()).toEqual({ share })
    }
    const { primary: old } = await json('keys', 'wallet')
    // As docs/operate.md says for several gateways: prepare a key, rotate, rewrap, drop.
    const { prepared } = await json('keys', 'add')
    await readShares()
    expect(await run('keys', 'drop', old)).toMatchObject({
      code: 1,
      text: expect.stringContaining('would be lost'),
    })
    const rotated = await json('keys', 'rotate')
    expect(rotated).toEqual({ primary: prepared, done: wallet.slots.length, left: 0 })
    await readShares()
    expect(await json('keys', 'rewrap')).toEqual({ primary: prepared, done: 0, left: 0 })
    // Wait for what is encrypted with the old key and under way: nothing here.
    expect(await run('keys', 'drop', old)).toMatchObject({ code: 0 })
    await readShares()
    expect(await run('keys', 'audit')).toMatchObject({ code: 0 })
    const { keys } = await json('keys', 'wallet')
    expect(keys).toEqual([prepared])
  })
})

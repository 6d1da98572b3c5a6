// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { fakeFrame } from '../testing/fakeFrame.ts'
import { openFrame } from './openFrame.ts'

afterEach(() => document.body.replaceChildren())

describe('openFrame', () => {
  test('error: a request to a frame that was closed', async () => {
    const { mount } = fakeFrame()
    const frame = await openFrame({
      walletUrl: 'http://wallet.localhost:4402',
      projectId: 'test',
      chainId: 'eip155:1',
      enableLogger: false,
      mount,
      onReload() {},
    })
    expect(document.querySelector('iframe')).not.toBeNull()
    frame.close()
    expect(document.querySelector('iframe')).toBeNull()
    await expect(frame.request('GET_USER', {}, { timeout: 1000 })).rejects.toThrow(
      /^W3mFrame: iframe is not set$/,
    )
  })
})

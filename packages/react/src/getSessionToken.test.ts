import { MissingAppKitError } from '@portico/core'
import { ada, bob, memoryStorage, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { createInstance } from './appKit.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { getSessionToken } from './getSessionToken.ts'
import { createRouter } from './modal/router.ts'
import { createTheme } from './theme.ts'

const networkId = 'eip155:1'
const stops: (() => void)[] = []
afterEach(() => {
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
})

/** Creates an instance in whose storage two accounts have a token, as `DefaultSIWX` stores them. */
function setup() {
  const storage = memoryStorage()
  const tokens = {
    [`${networkId}:${ada}`]: 'of ada',
    [`eip155:8453:${ada}`]: 'on base',
    [`${networkId}:${bob}`]: 'of bob',
  }
  storage.setItem('@appkit/siwx-auth-token', JSON.stringify(tokens))
  const { kit } = testKit({ storage })
  stops.push(() => kit.destroy())
  const signIn = (address: string) =>
    kit.store.setState({ signIn: { status: 'signed-in', required: true, address, networkId } })
  const appKit = createInstance({ kit, router: createRouter(), theme: createTheme({}) })
  return { appKit, kit, signIn, storage }
}

describe('getSessionToken', () => {
  test('behavior: the token of the account that is signed in, on its network, in any letter case', async () => {
    const { appKit, signIn } = setup()
    expect(await getSessionToken(appKit)).toBeUndefined()
    signIn(ada)
    expect(await getSessionToken(appKit)).toBe('of ada')
    signIn(bob.toLowerCase())
    expect(await getSessionToken(appKit)).toBe('of bob')
  })

  test('behavior: undefined without a token, and for a sign-in of another kind', async () => {
    const { appKit, signIn, storage } = setup()
    signIn(ada)
    storage.setItem('@appkit/siwx-auth-token', 'no map')
    expect(await getSessionToken(appKit)).toBeUndefined()
    storage.removeItem('@appkit/siwx-auth-token')
    expect(await getSessionToken(appKit)).toBeUndefined()
  })

  test('behavior: undefined if another account is signed in, or none, by the time it is read', async () => {
    const { appKit, kit, signIn } = setup()
    signIn(ada)
    const asked = getSessionToken(appKit)
    signIn(bob)
    expect(await asked).toBeUndefined()
    const again = getSessionToken(appKit)
    kit.store.setState({ signIn: { status: 'idle', required: true } })
    expect(await again).toBeUndefined()
  })

  test('error: no instance', async () => {
    await expect(getSessionToken()).rejects.toThrow(MissingAppKitError)
    const { appKit, signIn } = setup()
    setDefaultAppKit(appKit)
    signIn(ada)
    expect(await getSessionToken()).toBe('of ada')
  })
})
